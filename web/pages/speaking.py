"""Lets an application speak the asker's language, in its templates and in its scripts."""

import hashlib
from functools import cache

import msgspec
from flask import Flask, Response, abort, g, request

from web.languages.language import LANGUAGES, Speech, language_of, speech
from web.pages.assets import WORDS, shipped


def spoken() -> Speech:
    """Return the speech of the current request: the one it asks for, unless `g.speech` is set."""
    if "speech" not in g:
        g.speech = speech(language_of(request))
    here: Speech = g.speech
    return here


def add_speech(app: Flask) -> None:
    """Give templates `_`, `n_`, `p_` and the languages, and scripts their words."""

    @app.context_processor
    def words() -> dict[str, object]:
        here = spoken()
        return {
            "_": here._,
            "n_": here.n_,
            "p_": here.p_,
            "language": here.language,
            "languages": LANGUAGES,
        }

    @app.get(f"{WORDS}<page>.js")
    def script(page: str) -> Response:
        try:
            files = shipped().modules(page)
        except KeyError:
            abort(404)
        source, tag = _script(spoken(), files)
        response = Response(source, mimetype="text/javascript")
        response.set_etag(tag)
        response.headers["Vary"] = "Accept-Language, Cookie"
        response.headers["Cache-Control"] = "private, no-cache"
        response.make_conditional(request)
        return response


@cache
def _script(say: Speech, files: frozenset[str]) -> tuple[bytes, str]:
    """Return the words of some scripts as a module, and its version."""
    told = say.for_scripts(files)
    source = b"export default %b;\n" % msgspec.json.encode(told)
    return source, hashlib.sha256(source).hexdigest()[:16]
