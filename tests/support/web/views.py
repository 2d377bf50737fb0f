"""Views as phones receive them: values of JSON."""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

import msgspec

import web.views.onlookers
import web.views.rulebook
import web.views.setup_options
import web.views.story
import web.views.track
import web.views.why_not

_Args = ParamSpec("_Args")


def as_sent(make: Callable[_Args, msgspec.Struct]) -> Callable[_Args, Any]:
    """The same function, with what a phone decodes of its answer."""

    @wraps(make)
    def sent(*args: _Args.args, **kwargs: _Args.kwargs) -> Any:
        return msgspec.json.decode(msgspec.json.encode(make(*args, **kwargs)))

    return sent


view = as_sent(web.views.onlookers.view)
track = as_sent(web.views.track.track)
rulebook = as_sent(web.views.rulebook.rulebook)
editions = as_sent(web.views.setup_options.editions)
story = as_sent(web.views.story.story)
why_not = as_sent(web.views.why_not.why_not)
