"""What a test needs and does not find is listed once, with what to do; in CI it is a failure."""

import pytest

from tests.support.checkout import ROOT

pytest_plugins = ["pytester"]

CONFTEST = """
from tests.support.needs import NotRun

def pytest_configure(config):
    config.pluginmanager.register(NotRun())
"""
TESTS = """
import pytest
from tests.support.needs import missing

@pytest.mark.parametrize("page", range(3))
def test_a_page(page):
    missing("Chromium is missing: sudo apt install chromium")

def test_the_firmware():
    missing("Node.js is missing: sudo apt install nodejs")
"""


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makeini(f"[pytest]\npythonpath = {ROOT}\n")
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(TESTS)
    return pytester


def test_each_reason_is_listed_once_with_how_many_tests_it_kept_from_running(
    project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)
    done = project.runpytest_subprocess()
    done.assert_outcomes(skipped=4)
    done.stdout.fnmatch_lines(
        [
            "*not run on this computer*",
            "    3 tests: Chromium is missing: sudo apt install chromium",
            "    1 test: Node.js is missing: sudo apt install nodejs",
        ]
    )
    assert done.ret == 0


def test_in_ci_they_fail(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    done = project.runpytest_subprocess()
    done.assert_outcomes(failed=4)
    done.stdout.no_fnmatch_line("*not run on this computer*")
