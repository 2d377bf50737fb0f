"""Scripts, styles and answers on the wire: once, and small."""

import gzip
import json
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from web.pages.assets import FOLDER, KINDS, MOST_PACKED, Assets, _packed, shipped
from web.pages.bundling import NotPlain

PAGES = (
    "/",
    "/join",
    "/seat/0",
    "/watch",
    "/board",
    "/setup",
    "/host",
    "/rules",
    "/people",
    "/lights",
)
PACKED = {"Accept-Encoding": "gzip"}


def addresses(client: FlaskClient, page: str) -> list[str]:
    """What a page loads."""
    return re.findall(r'(?:src|href)="(/(?:static/|words)[^"]*)"', client.get(page).text)


@pytest.mark.parametrize("page", PAGES)
def test_all_a_page_loads_is_there_and_for_ever(client: FlaskClient, page: str) -> None:
    found = addresses(client, page)
    assert sum(".js" in each for each in found) >= 2
    for address in found:
        answer = client.get(address)
        assert answer.status_code == 200, address
        if address.startswith("/static/"):
            assert f"/{shipped().version}/" in address
            assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_a_file_asked_for_without_its_release_is_asked_for_again(client: FlaskClient) -> None:
    answer = client.get("/static/js/lib/dom.js")
    assert answer.headers["Cache-Control"] == "no-cache"
    tag = {"If-None-Match": answer.headers["ETag"]}
    assert client.get("/static/js/lib/dom.js", headers=tag).status_code == 304


@pytest.mark.parametrize(
    "name", ["js/nothing.js", "../app.py", "sheets/base+nothing.css", "0123456789ab/js/lib/dom.js"]
)
def test_what_is_not_there_is_not_there(client: FlaskClient, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404


def test_every_script_and_sheet_has_its_kind(client: FlaskClient) -> None:
    for path in FOLDER.rglob("*"):
        if path.is_file():
            name = path.relative_to(FOLDER).as_posix()
            assert client.get(f"/static/{name}").mimetype == KINDS[path.suffix], name


def test_text_is_compressed_for_who_can_unpack_it(client: FlaskClient) -> None:
    for path in ("/watch", "/api/track", "/static/css/base.css", "/static/bundles/seat.js"):
        plain, packed = client.get(path), client.get(path, headers=PACKED)
        assert "Content-Encoding" not in plain.headers
        assert packed.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.data) == plain.data
        assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 1.8
        assert "Accept-Encoding" in packed.headers["Vary"]


def test_what_is_packed_already_or_tiny_is_sent_as_it_is(client: FlaskClient) -> None:
    for path in ("/static/font/vollkorn-700-latin.woff2", "/static/icons/192.png", "/healthz"):
        assert "Content-Encoding" not in client.get(path, headers=PACKED).headers


def test_a_stream_is_not_held_back_to_be_compressed(game: object, client: FlaskClient) -> None:
    with client.get("/api/watch/live", headers=PACKED) as answer:
        assert answer.is_streamed
        assert "Content-Encoding" not in answer.headers
        text = bytes(next(answer.iter_encoded())).decode()
        assert text.startswith("event: view\ndata: {")
        assert json.loads(text.partition("data: ")[2])["phase"] == "playing"


def test_a_script_is_bundled_when_its_page_asks_for_it(tmp_path: Path) -> None:
    pages = tmp_path / "js" / "pages"
    pages.mkdir(parents=True)
    (pages / "good.js").write_text("const a = 1;  // one\n")
    (pages / "bad.js").write_text('import a from "./good.js";\n')
    assets = Assets(tmp_path)
    assert b"const a=1;" in assets.read("bundles/good.js")
    with pytest.raises(NotPlain):
        assets.read("bundles/bad.js")
    with pytest.raises(KeyError):
        assets.read("bundles/none.js")


@pytest.mark.parametrize(
    "page",
    sorted(path.stem for each in ("pages", "later") for path in (FOLDER / "js" / each).iterdir()),
)
def test_every_page_has_a_bundle(client: FlaskClient, page: str) -> None:
    assert client.get(f"/static/bundles/{page}.js").status_code == 200


def test_another_file_is_another_release(tmp_path: Path) -> None:
    (tmp_path / "js" / "pages").mkdir(parents=True)
    script = tmp_path / "js" / "pages" / "x.js"
    script.write_text("one();\n")
    before = Assets(tmp_path)
    script.write_text("two();\n")
    assert Assets(tmp_path).version != before.version
    assert b"one();" in before.read("bundles/x.js")


def test_only_rows_of_sheets_that_a_page_asks_for_are_served(client: FlaskClient) -> None:
    """Whatever is sent is kept packed: in any order and number they would fill the memory."""
    release = f"/static/{shipped().version}/sheets"
    assert client.get(f"{release}/board+parts+watch.css").status_code == 200
    for row in ("parts+board+watch", "board+parts", "board", "+".join(["board"] * 500)):
        assert client.get(f"{release}/{row}.css").status_code == 404


def test_whoever_is_no_character_has_the_face_of_programs(client: FlaskClient) -> None:
    faces = f"/static/{shipped().version}/faces"
    program, walker = (client.get(f"{faces}/{name}.svg").data for name in ("program", "walker"))
    assert client.get(f"{faces}/mine.svg").data == program != walker


def test_what_is_kept_packed_is_bounded() -> None:
    assert _packed.cache_parameters()["maxsize"] == MOST_PACKED
    assert len([path for path in FOLDER.rglob("*") if path.is_file()]) < MOST_PACKED


def test_what_a_page_imports_later_brings_no_page_with_it(client: FlaskClient) -> None:
    release = f"/static/{shipped().version}"
    script = client.get(f"{release}/bundles/lesson.js").text
    assert "export const { makeLesson } =" in script
    assert "every_page" not in script
    assert client.get("/words/lesson.js").status_code == 200
    assert client.get(f"{release}/css/lesson.css").status_code == 200


@pytest.mark.parametrize(
    ("page", "most"), [("/join", 34_700), ("/seat/0", 55_100), ("/watch", 43_700)]
)
def test_what_comes_first_stays_light(client: FlaskClient, page: str, most: int) -> None:
    """Without headers and what is asked for later; with them, `make bench ARGS="pages"`."""
    used = [each for each in addresses(client, page) if "/icons/" not in each]
    sent = {each: len(client.get(each, headers=PACKED).data) for each in (page, *used)}
    assert any(each.endswith(".woff2") for each in sent)
    assert sum(sent.values()) <= most, sent


def test_words_that_a_browser_has_packed_are_not_sent_again(client: FlaskClient) -> None:
    german = {**PACKED, "Accept-Language": "de"}
    packed = client.get("/words/seat.js", headers=german)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["ETag"].startswith('W/"')  # the same words, in other bytes
    known = {**german, "If-None-Match": packed.headers["ETag"]}
    again = client.get("/words/seat.js", headers=known)
    assert (again.status_code, again.data) == (304, b"")
