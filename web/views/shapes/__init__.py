"""The shape of every answer of the API, as its description in OpenAPI has it.

Answers are made as plain values in other modules; these shapes say what programs may rely on. The
tests check every answer against its shape: no field missing, no field besides.
"""
