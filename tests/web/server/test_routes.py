"""Routes whose URLs are made late: the same URLs, and no work before."""

import pytest
from werkzeug.routing import Map, Rule

from web.server.routes import Build, LateRule

RULES = ("/", "/seat/<int:seat>", "/static/<path:filename>", "/a/<b>/c/<int(signed=True):d>")
VALUES: tuple[dict[str, str | int], ...] = (
    {},
    {"seat": 3},
    {"filename": "js/a b.js", "v": "1"},
    {"b": "x/y", "d": -4, "more": "?"},
)


@pytest.mark.parametrize("number", range(len(RULES)))
def test_a_late_route_has_the_urls_of_any_other(number: int) -> None:
    late, usual = (
        Map([kind(rule, endpoint=rule) for rule in RULES]).bind("board")
        for kind in (LateRule, Rule)
    )
    for _ in range(2):
        url = late.build(RULES[number], VALUES[number])
        assert url == usual.build(RULES[number], VALUES[number])
        bare = late.build(RULES[number], VALUES[number], append_unknown=False)
        assert bare == usual.build(RULES[number], VALUES[number], append_unknown=False)


def test_no_url_is_prepared_before_one_is_asked_for() -> None:
    prepared: list[str] = []

    class Noted(Rule):
        def _compile_builder(self, append_unknown: bool = True) -> Build:  # noqa: FBT002 - werkzeug's
            prepared.append(self.rule)
            return super()._compile_builder(append_unknown)

    class NotedLate(LateRule, Noted):
        pass

    rules = Map([NotedLate(rule, endpoint=rule) for rule in RULES]).bind("board")
    assert not prepared
    rules.build(RULES[1], VALUES[1])
    assert set(prepared) == {RULES[1]}
