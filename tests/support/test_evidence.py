"""A failing test leaves logs, a snapshot and screenshots, and says where they are."""

import json

import pytest

from tests.support.checkout import ROOT

pytest_plugins = ["pytester"]

CONFTEST = """
from pathlib import Path
from tests.end_to_end.conftest import browser
from tests.support.evidence import Evidence
from tests.support.sandbox import Sandbox

def pytest_configure(config):
    config.pluginmanager.register(Sandbox())
    config.pluginmanager.register(Evidence(Path("failed")))
"""
PROGRAM = """
import pytest
from tests.support.end_to_end.program import running

@pytest.fixture
def program(tmp_path):
    with running(tmp_path, "--players", "3") as program:
        yield program

def test_with_a_fixture(program):
    assert program.get("/api/watch")["phase"] == "over"

def test_with_a_context(tmp_path):
    with running(tmp_path, "--players", "2") as program:
        assert program.get("/api/watch")["phase"] == "over"

def test_that_passes(program):
    assert program.get("/api/watch")["phase"] == "playing"
"""
PAGE = """
def test_of_a_page(browser):
    page = browser.new_page()
    page.set_content("<h1>What went wrong</h1>")
    assert page.title() == "something else"
"""


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makeini(f"[pytest]\npythonpath = {ROOT}\nmarkers = browser\n")
    pytester.makeconftest(CONFTEST)
    return pytester


@pytest.mark.long
def test_the_logs_and_the_last_snapshot_of_a_program_are_kept(project: pytest.Pytester) -> None:
    project.makepyfile(test_it=PROGRAM)
    done = project.runpytest_subprocess()
    done.assert_outcomes(failed=2, passed=1)
    for name, players in (
        ("test_it.py-test_with_a_fixture", 3),
        ("test_it.py-test_with_a_context", 2),
    ):
        kept = project.path / "failed" / name
        done.stdout.fnmatch_lines(f"*saved in failed/{name}")
        assert "assert 'playing' == 'over'" in kept.joinpath("report.txt").read_text()
        (program,) = kept.glob("program-*")
        assert "PIN" in program.joinpath("output").read_text()
        assert program.joinpath("errors").exists()
        snapshot = json.loads(program.joinpath("snapshot.json").read_text())
        assert len(snapshot["seats"]) == players
    assert len([*project.path.joinpath("failed").iterdir()]) == 2


@pytest.mark.long
@pytest.mark.browser
def test_a_page_that_is_open_is_photographed(project: pytest.Pytester) -> None:
    project.makepyfile(test_it=PAGE)
    project.runpytest_subprocess().assert_outcomes(failed=1)
    picture = project.path / "failed" / "test_it.py-test_of_a_page" / "page-1.png"
    assert picture.read_bytes().startswith(b"\x89PNG")
