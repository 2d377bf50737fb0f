"""The route of the API's description, which is imported and made when somebody asks for it."""

import msgspec
from flask import Blueprint, Response, current_app

from web.access.guard import Guard
from web.server.answers import as_json


def openapi(guard: Guard) -> Blueprint:
    """Make the route of the description: of the routes that its own application has."""
    routes = Blueprint("openapi", __name__)

    @routes.get("/api/openapi.json")
    def get_description() -> Response:
        from web.api.openapi import description  # noqa: PLC0415 - as above
        from web.api.operations import operations  # noqa: PLC0415 - as above

        rules = {
            (method, rule.rule)
            for rule in current_app.url_map.iter_rules()
            for method in rule.methods or ()
        }
        here = [each for each in operations() if (each.method, each.rule) in rules]
        return as_json(msgspec.json.encode(description(here, guard.cookie)))

    return routes
