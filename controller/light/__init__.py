"""The language of light: meanings, movements, themes, frames. Imports `game`."""
