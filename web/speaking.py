"""Lets an application speak: its templates, and the words of its scripts, in the asker's language."""

import hashlib
import json
from functools import cache
from typing import Any

from flask import Flask, Response, g, request

from web.language import LANGUAGES, Speech, language_of, speech


def spoken() -> Speech:
    """The speech of the request that is being answered."""
    if "speech" not in g:
        g.speech = speech(language_of(request))
    here: Speech = g.speech
    return here


def add_speech(app: Flask) -> None:
    """Give templates `_`, `n_`, `p_` and the languages, and scripts their words."""

    @app.context_processor
    def words() -> dict[str, Any]:
        here = spoken()
        return {
            "_": here._,
            "n_": here.n_,
            "p_": here.p_,
            "language": here.language,
            "languages": LANGUAGES,
        }

    @app.get("/words.js")
    def script() -> Response:
        source, tag = _script(spoken().language)
        response = Response(source, mimetype="text/javascript")
        response.set_etag(tag)
        response.headers["Vary"] = "Accept-Language, Cookie"
        response.headers["Cache-Control"] = "private, no-cache"
        return response.make_conditional(request)


@cache
def _script(language: str) -> tuple[str, str]:
    """The words of a language as a module, and what tells one version of it from another."""
    words = json.dumps(speech(language).for_script(), ensure_ascii=False, separators=(",", ":"))
    source = f"export default {words};\n"
    return source, hashlib.sha256(source.encode()).hexdigest()[:16]
