"""The shape of every answer of the API, as its description in OpenAPI has it.

Answers are made where the facts are, as plain values; these say what programs may rely on. The
tests hold every answer that they see against them: nothing missing, nothing besides.
"""
