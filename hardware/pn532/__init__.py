"""Sensing with PN532 readers, one under each square."""
