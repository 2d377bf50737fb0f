"""Games on disk: journal, repair, migration, saved game. Imports rules and history."""
