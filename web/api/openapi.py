"""The API described for programs: OpenAPI 3.1 at `/api/openapi.json`.

Its schemas are those of the very structs that `web.api.operations` names.
"""

import inspect
import re
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from typing import Any, Final

import msgspec

from web.api.operations import JsonObject, Media, Operation, Who
from web.views.shapes import basics

ONLY_FOR: Final[Mapping[Who, str]] = {
    "all": "",
    "seat": "Only for the phone that holds the seat; else `not-your-seat`.",
    "player": "Only for phones that hold a seat, and the host's; else `not-your-seat`.",
    "host": "Only for the host's phone; else `host-only`.",
    "at-board": "Only at the machine of a simulated board; else `host-only`.",
}
"""Access rights, in words."""

ABOUT: Final = (
    "What the pages of a Hare & Tortoise board and its service say to each other. Squares are "
    "numbered along the track: START is 0, the first square 1. Sentences come in the language of "
    "the cookie `language`, or else of `Accept-Language`. Changes carry the `version` of the view "
    "that they are based on, and are refused as `stale` if the game has moved on. Requests of "
    "another site are refused. More in docs/api.md."
)
REFS: Final = "#/components/schemas/{name}"
_PLACE: Final = re.compile(r"<(?:(?P<kind>\w+):)?(?P<name>\w+)>")


def description(described: Iterable[Operation], cookie: str) -> JsonObject:
    """Build the OpenAPI document.

    Args:
        described: the requests it lists.
        cookie: the name of the cookie that holds a phone's token.
    """
    described = tuple(described)
    types = {each.answer for each in described if not isinstance(each.answer, Media)}
    types |= {each.body for each in described if each.body is not None}
    shown = [basics.RefusedAnswer, *sorted(types, key=str)]
    schemas, components = msgspec.json.schema_components(shown, ref_template=REFS)
    schema = dict(zip(shown, schemas, strict=True))
    paths: dict[str, JsonObject] = {}
    for each in described:
        path = _PLACE.sub(r"{\g<name>}", each.rule)
        paths.setdefault(path, {})[each.method.lower()] = _operation(each, path, schema)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Hare & Tortoise", "version": version("hareboard"), "description": ABOUT},
        "paths": paths,
        "components": {
            "schemas": {name: _plain(each) for name, each in components.items()},
            "responses": {
                "Refused": {
                    "description": "Refused; nothing has changed.",
                    "content": {"application/json": {"schema": schema[basics.RefusedAnswer]}},
                }
            },
            "securitySchemes": {"phone": {"type": "apiKey", "in": "cookie", "name": cookie}},
        },
    }


def _operation(each: Operation, path: str, schema: Mapping[Any, Any]) -> JsonObject:
    refused = {"$ref": "#/components/responses/Refused"}
    told: JsonObject = {
        "operationId": "_".join([each.method.lower(), *re.findall(r"\w+", path)]),
        "summary": each.summary,
        "responses": {"200": _answer(each.answer, schema), "4XX": refused, "503": refused},
    }
    if each.who != "all":
        told |= {"description": ONLY_FOR[each.who], "security": [{"phone": []}]}
    if places := [*map(_parameter, _PLACE.finditer(each.rule)), *_queries(each.query)]:
        told["parameters"] = places
    if each.body is not None:
        content = {"application/json": {"schema": schema[each.body]}}
        told["requestBody"] = {"required": True, "content": content}
    return told


def _answer(answer: Any, schema: Mapping[Any, Any]) -> JsonObject:
    if isinstance(answer, Media):
        content: JsonObject = {answer.kind: {"schema": {"type": "string"}}}
        return {"description": answer.about, "content": content}
    about = inspect.cleandoc(answer.__doc__ or "") if inspect.isclass(answer) else ""
    content = {"application/json": {"schema": schema[answer]}}
    return {"description": about or "The answer.", "content": content}


def _parameter(place: re.Match[str]) -> JsonObject:
    number = {"type": "integer", "minimum": 0}
    kind = number if place["kind"] == "int" else {"type": "string"}
    return {"name": place["name"], "in": "path", "required": True, "schema": kind}


def _queries(shape: Any) -> Iterable[JsonObject]:
    """Yield the parameters of a query; each may be left out."""
    if shape is not None:
        for field in msgspec.structs.fields(shape):
            schema = msgspec.json.schema(field.type)
            yield {"name": field.encode_name, "in": "query", "schema": schema}


def _plain(schema: Any) -> Any:
    """Return a schema without the docstring indent in its descriptions."""
    if isinstance(schema, dict):
        return {
            key: inspect.cleandoc(value)
            if key == "description" and isinstance(value, str)
            else _plain(value)
            for key, value in schema.items()
        }
    return [_plain(each) for each in schema] if isinstance(schema, list) else schema
