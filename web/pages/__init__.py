"""Parts of pages: scripts, styles, translations, cards. Imports `access` and below."""
