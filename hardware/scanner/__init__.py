"""Co-processors as the host sees them: what is said, the line it is said on, and what is read."""
