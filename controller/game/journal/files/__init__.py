"""Files of a journal: format, SQLite's log, second copy, seal. Imports no other part of it."""
