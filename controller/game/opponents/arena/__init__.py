"""Races among computer opponents: played on all processors, counted, rated."""
