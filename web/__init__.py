"""The companion: pages for phones, the simulated board, and the API they use."""
