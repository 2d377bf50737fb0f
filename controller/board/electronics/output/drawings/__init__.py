"""Drawings of the assembly's steps, as SVG: board from above, chips with pins, fuses, buttons."""
