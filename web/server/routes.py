"""Routes whose URLs are made by code that is compiled when the first one is asked for.

werkzeug compiles two functions for every route while it is added, to make URLs of it; the pages
make URLs of two routes of seventy.
"""

from collections.abc import Callable
from typing import Any

from werkzeug.routing import Rule

Build = Callable[..., tuple[str, str]]


class LateRule(Rule):
    """A route of an application, given to it as `url_rule_class`."""

    def _compile_builder(self, append_unknown: bool = True) -> Build:  # noqa: FBT001, FBT002 - werkzeug's
        """Return what makes a URL; werkzeug compiles it at the first call.

        The method is werkzeug's own: a release without it only starts more slowly.
        """
        return _with_unknown if append_unknown else _with_known

    def compiled(self, *, append_unknown: bool) -> Build:
        """Return what werkzeug compiles; it keeps the result in the attribute it would have."""
        build: Build = super()._compile_builder(append_unknown).__get__(self)
        setattr(self, "_build_unknown" if append_unknown else "_build", build)
        return build


def _with_known(rule: LateRule, **values: Any) -> tuple[str, str]:
    return rule.compiled(append_unknown=False)(**values)


def _with_unknown(rule: LateRule, **values: Any) -> tuple[str, str]:
    return rule.compiled(append_unknown=True)(**values)
