"""Scripts, styles, fonts and icons: kept by phones as long as they are the same, sent compressed.

The address of each holds a version made from the contents of all, so a phone never asks again for
a file it has, and never mixes the files of two releases.
"""

import gzip
import hashlib
import re
from functools import cache, lru_cache
from pathlib import Path, PurePosixPath
from typing import Any, Final

import rcssmin
import rjsmin
from flask import Flask, Response, abort, request, url_for
from markupsafe import Markup

from web.pages.bundling import bundle, later_bundle, modules, outside

FOLDER: Final = Path(__file__).parents[1] / "static"
TEMPLATES: Final = FOLDER.with_name("templates")

COMPRESSED: Final = (
    "application/json",
    "application/manifest+json",
    "image/svg+xml",
    "text/css",
    "text/html",
    "text/javascript",
    "text/plain",
)
WORTH_IT_BYTES: Final = 600
"""Smaller answers fit into one packet and are not compressed."""

PAGES: Final = "js/pages/"
LATER: Final = "js/later/"
"""Scripts that a page fetches once it is there and can be used."""
EVERY_PAGE: Final = f"{PAGES}every-page.js"
WORDS: Final = "/words/"
"""Address of each page's translations, imported by its script."""

FOR_EVER: Final = "public, max-age=31536000, immutable"
PROGRAM_FACE: Final = "faces/program.svg"
"""The picture of every opponent that is no character: programs have any name."""
ASK_AGAIN: Final = "no-cache"

KINDS: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}
"""Media type of every extension: Python's own table differs between machines."""

MADE_BY: Final = (
    *(
        path.read_text("utf-8")
        for path in (Path(__file__), Path(__file__).with_name("bundling.py"))
    ),
    rjsmin.__version__,
    rcssmin.__version__,
)
"""What makes bundles and sheets of files: with another bundler they are another release."""
_ROW: Final = re.compile(r"sheets/([a-z+-]+)\.css")
_BUNDLE: Final = re.compile(r"bundles/([a-z-]+)\.js")
_STYLES: Final = re.compile(r"\{\{ styles\(([^)]*)\) \}\}")
MOST_PACKED: Final = 256
"""Number of compressed files in the cache, without rows of style sheets; there are fewer."""
_BEST, _QUICK = 9, 5
"""Compression levels: for files compressed once, and for every other answer."""


class Assets:
    """The files of a folder, with bundles and rows made from them.

    `bundles/seat.js` is a script with all it imports, `sheets/board+parts.css` two style
    sheets in a row: a page takes two or three files instead of fifty. `bundles/lesson.js` is a
    script for later, made likewise.

    Args:
        folder: the folder, read once with all its subfolders.

    Attributes:
        version: changes with every change of any file, or of what is made from them.
    """

    def __init__(self, folder: Path) -> None:
        self._files = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }
        self._pages = _pages(self._files)
        self._modules: dict[str, frozenset[str]] = {}
        self._made: dict[str, bytes] = {}
        whole = hashlib.sha256("\0".join(MADE_BY).encode())
        for name, data in self._files.items():
            whole.update(f"{name}\0{len(data)}\0".encode())
            whole.update(data)
        self.version = whole.hexdigest()[:12]

    def modules(self, page: str) -> frozenset[str]:
        """Return the files of a page's script: itself and all its imports; of `all`, of all pages.

        Raises:
            KeyError: there is no such script.
        """
        if page == "all":
            return frozenset().union(*(self.modules(each) for each in self._pages))
        if page not in self._modules:
            names = self._pages[page]
            self._modules[page] = frozenset(
                each for name in names for each in modules(name, self._source)
            )
        return self._modules[page]

    def __contains__(self, name: str) -> bool:
        """Check whether there is a file of this name, bundles and rows of sheets left out."""
        return name in self._files

    def read(self, name: str) -> bytes:
        """Return the contents of a file; bundles and sheets are made when first read.

        Raises:
            KeyError: there is no file of this name.
        """
        if (row := _ROW.fullmatch(name)) is not None:
            return b"".join(self.read(f"css/{each}.css") for each in row[1].split("+"))
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    def _make(self, name: str) -> bytes:
        if (bundled := _BUNDLE.fullmatch(name)) is not None:
            page = bundled[1]
            names = self._pages[page]
            later = names[0].startswith(LATER)
            script = later_bundle(names[0], self._source) if later else bundle(names, self._source)
            return script.replace(f'"{WORDS}all.js"', f'"{WORDS}{page}.js"').encode()
        data = self._files[name]
        # Sheets are sent without comments and needless blanks.
        return rcssmin.cssmin(data.decode()).encode() if name.endswith(".css") else data

    def _source(self, name: str) -> str:
        return self._files[name].decode()


def _pages(files: dict[str, bytes]) -> dict[str, tuple[str, ...]]:
    """Return the scripts of each bundle, by its name: a page has that of every page, too."""
    common = (EVERY_PAGE,) if EVERY_PAGE in files else ()
    return {
        PurePosixPath(name).stem: tuple(dict.fromkeys((*common, name)))
        if name.startswith(PAGES)
        else (name,)
        for name in files
        if name.startswith((PAGES, LATER))
    }


def _bundled(page: str) -> str:
    return f"bundles/{page}.js"


@cache
def shipped() -> Assets:
    """Return the files of `web/static`, read once."""
    return Assets(FOLDER)


@cache
def _rows() -> frozenset[str]:
    """Return the rows of style sheets that templates ask for: no other is served, or kept."""
    calls = (
        call
        for template in sorted(TEMPLATES.glob("*.html"))
        for call in _STYLES.findall(template.read_text("utf-8"))
    )
    return frozenset(_row(*re.findall('"([^"]+)"', call)) for call in calls)


def add_assets(app: Flask) -> None:
    """Serve the shipped files, compress what is text, and let templates name scripts.

    Templates get `script(name)` and `styles(name, ...)`: the tags of a page's script and sheets.

    Args:
        app: its route `static` is taken over.
    """
    assets = shipped()

    release = f"{assets.version}/"

    def static(filename: str) -> Response:
        name = filename.removeprefix(release)
        if name.startswith("sheets/") and name not in _rows():
            abort(404)
        caching = ASK_AGAIN if name == filename else FOR_EVER
        known = not name.startswith("faces/") or name in assets
        return _file(assets, name if known else PROGRAM_FACE, caching)

    @app.url_defaults
    def of_this_release(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static":
            values["filename"] = release + values["filename"]

    app.view_functions["static"] = static
    app.after_request(_compress)

    @app.context_processor
    def tags() -> dict[str, object]:
        return {"script": lambda name: _script(assets, name), "styles": _styles}


def _script(assets: Assets, name: str) -> Markup:
    file = _bundled(name)
    link = Markup('<link rel="modulepreload" href="{}">')
    run = Markup('<script type="module" src="{}"></script>')
    tags = [run.format(url_for("static", filename=file))]
    tags += [link.format(address) for address in outside(assets.read(file).decode())]
    return Markup("\n  ").join(tags)


def _styles(*names: str) -> Markup:
    address = url_for("static", filename=_row(*names))
    return Markup('<link rel="stylesheet" href="{}">').format(address)


def _row(*names: str) -> str:
    """Return the name of the file that holds some style sheets in a row."""
    return f"sheets/{'+'.join(names)}.css"


def _file(assets: Assets, name: str, caching: str) -> Response:
    try:
        data = assets.read(name)
    except KeyError:
        abort(404)
    kind = KINDS.get(PurePosixPath(name).suffix, "application/octet-stream")
    packed = kind in COMPRESSED and len(data) >= WORTH_IT_BYTES and _unpacks()
    response = Response(_packed(data) if packed else data, mimetype=kind)
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    response.headers["Cache-Control"] = caching
    if caching == FOR_EVER:
        return response
    response.set_etag(assets.version, weak=True)
    response.make_conditional(request)
    return response


def _compress(response: Response) -> Response:
    """Compress an answer made for this request; streams of events go out as they come."""
    if (
        response.mimetype not in COMPRESSED
        or response.is_streamed
        or response.direct_passthrough
        or response.status_code in (204, 304)
        or "Content-Encoding" in response.headers
    ):
        return response
    response.vary.add("Accept-Encoding")
    data = response.get_data()
    if len(data) < WORTH_IT_BYTES or not _unpacks():
        return response
    response.set_data(gzip.compress(data, _QUICK, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    tag, _ = response.get_etag()
    if tag is not None:
        response.set_etag(tag, weak=True)
    return response


def _unpacks() -> bool:
    """Return True if the browser accepts compressed answers."""
    return bool(request.accept_encodings["gzip"])


@lru_cache(maxsize=MOST_PACKED)
def _packed(data: bytes) -> bytes:
    return gzip.compress(data, _BEST, mtime=0)
