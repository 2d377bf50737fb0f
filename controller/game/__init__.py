"""The game without wood: rules, history, journal, opponents, advice. Imports no other room."""
