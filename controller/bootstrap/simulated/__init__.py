"""Boards that are not there: emulated chips, wired as a board file says, right or wrong."""
