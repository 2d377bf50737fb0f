"""The rules of one game as plain values: options, track, and the ruleset built of them."""
