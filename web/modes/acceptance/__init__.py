"""The page and API of an acceptance. See docs/accept.md.

`app` serves them, `view` makes the data of the page.
"""
