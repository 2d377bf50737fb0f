"""The workshop's pages and API. See docs/api.md.

`app` serves them, `view` is what a page is sent, `words` has every sentence of it.
"""
