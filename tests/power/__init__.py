"""Pulled plugs: what reaches the disk is recorded, cut off, torn and put in another order."""
