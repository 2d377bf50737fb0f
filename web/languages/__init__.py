"""Message catalogues, and the language of a request. Imports nothing of `web`."""
