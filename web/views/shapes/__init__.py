"""The shape of every answer of the API: views fill them in, OpenAPI describes them."""
