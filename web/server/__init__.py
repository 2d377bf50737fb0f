"""The HTTP server: requests, event streams, systemd. Imports nothing else of `web`."""
