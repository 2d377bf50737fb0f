"""Traces: records what a board reports, and tells what it comes to."""
