"""Counted nouns in English sentences."""


def counted(count: int, what: str) -> str:
    """Return a count with its noun: `1 bus`, `2 buses`, `3 squares`."""
    if count == 1:
        return f"1 {what}"
    return f"{count} {what}{'es' if what.endswith('s') else 's'}"
