"""The companion as an app on a phone's home screen."""

import json
import re
import struct

import pytest
from flask.testing import FlaskClient

GERMAN = {"Accept-Language": "de"}


def test_a_browser_finds_the_manifest_and_all_it_names(client: FlaskClient) -> None:
    assert 'rel="manifest" href="/manifest.webmanifest"' in client.get("/").text
    answer = client.get("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    manifest = json.loads(answer.text)
    assert manifest["display"] == "standalone"
    assert manifest["start_url"] == manifest["scope"] == manifest["id"] == "/"
    assert client.get(manifest["start_url"]).status_code == 200
    sizes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert sizes == {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    for icon in manifest["icons"]:
        assert size_of(client.get(icon["src"]).data) == icon["sizes"]


def test_its_words_are_in_the_language_of_the_phone(client: FlaskClient) -> None:
    manifest = json.loads(client.get("/manifest.webmanifest", headers=GERMAN).text)
    assert manifest["lang"] == "de"
    assert '<html lang="de">' in client.get("/offline", headers=GERMAN).text


def test_the_apple_icon_has_the_size_apple_wants(client: FlaskClient) -> None:
    found = re.search(r'rel="apple-touch-icon" href="([^"]+)"', client.get("/").text)
    assert found is not None
    assert size_of(client.get(found[1]).data) == "180x180"


def test_the_worker_keeps_the_offline_page_with_all_it_needs_and_nothing_else(
    client: FlaskClient,
) -> None:
    answer = client.get("/sw.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    shell = json.loads(answer.text.removeprefix("const SHELL = ").splitlines()[0].rstrip(";"))
    page = client.get(shell["page"]).text
    assert set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page)) == set(shell["needed"])
    assert not re.findall(r'(?:src|href)="/(?!static/|manifest|offline)[a-z][^"]*"', page)
    for address in shell["needed"]:
        assert client.get(address).status_code == 200


@pytest.mark.parametrize("path", ["/manifest.webmanifest", "/offline", "/sw.js"])
def test_the_shell_is_the_same_for_everybody(client: FlaskClient, path: str) -> None:
    mine = client.get(path).data
    stranger = client.application.test_client().get(path)
    assert stranger.data == mine
    assert "Set-Cookie" not in stranger.headers


def size_of(png: bytes) -> str:
    """Its width and height."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return f"{width}x{height}"
