"""Whole games with messy hands, broken readers, stale phones and pulled plugs, on virtual time."""
