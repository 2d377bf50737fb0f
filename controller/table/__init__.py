"""Wood against game: what the readers saw, what it means, what to light and say."""
