"""Electrical data of modules and parts that builders buy, each figure with its source."""
