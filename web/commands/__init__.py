"""The commands that serve pages: run, simulate, replay. Imports all of `web`."""
