"""Identity and rights: phones, seats, host, limits, address. Imports `languages`."""
