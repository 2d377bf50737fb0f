"""The companion: pages for phones, the simulated board, and their API. Imports `controller`."""
