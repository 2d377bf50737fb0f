"""The pages and API of calibration. See docs/api.md.

`app` serves them, `view` makes the data of a page, `words` has all its sentences.
"""
