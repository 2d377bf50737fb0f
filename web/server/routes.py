"""Routes whose URLs are made by code that is compiled when the first one is asked for.

werkzeug compiles two functions for every route while it is added, to make URLs of it; the pages
make URLs of two routes of seventy.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from werkzeug.routing import Rule

Build = Callable[..., tuple[str, str]]


class LateRule(Rule):
    """A route of an application, given to it as `url_rule_class`."""

    def _compile_builder(self, append_unknown: bool = True) -> Build:  # noqa: FBT001, FBT002
        """Return what makes a URL; werkzeug compiles it at the first call.

        The method is werkzeug's own: a release without it only starts more slowly.
        """
        compiled = cache(super()._compile_builder)

        def build(rule: Rule, **values: Any) -> tuple[str, str]:
            return compiled(append_unknown)(rule, **values)

        return build
