"""Opponents that are programs of their own, asked over standard input and output."""
