"""Rules that tell faults from measurements: of lines and chips, of tags, of lights and the rest."""
