"""Fuzzing of every parser of foreign input: `python -m tests.fuzz [name ...] [--minutes N]`.

A harness (`harness.py`) reads bytes with one parser and fails if that does anything but what is
documented. Atheris invents the bytes, led by the lines that they reach (`guided.py`); where there
is no Atheris, and in the tests, `mutations.py` does, by a seed. `texts.py`, `files.py`, `wires.py`,
`partners.py`, `races.py` and `requests.py` have the harnesses.
"""
