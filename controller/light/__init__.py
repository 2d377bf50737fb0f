"""The language of light: what each light means, how it moves and which colour it has."""
