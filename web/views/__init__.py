"""Views of a snapshot, one for each onlooker, in words. Imports `languages`."""
