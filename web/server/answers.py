"""Answers of the API: JSON made from structs."""

import msgspec
from flask import Response


def as_json(answer: msgspec.Struct | bytes, status: int = 200) -> Response:
    """Make a response of a struct, or of JSON that is encoded already."""
    data = answer if isinstance(answer, bytes) else msgspec.json.encode(answer)
    return Response(data, status, mimetype="application/json")
