"""Lights under the squares: from colours by square to the wire of a strip."""
