"""After a run no process and no file is left; who leaves one is told."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.checkout import ROOT
from tests.support.tiers import sample
from tests.support.waiting import PATIENCE_S, until

pytest_plugins = ["pytester"]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists processes")

CONFTEST = """
from tests.support.sandbox import Sandbox, give_default_signals

def pytest_configure(config):
    give_default_signals()
    config.pluginmanager.register(Sandbox())
"""
SLEEPER = """
import pathlib, subprocess, sys
from tests.support.waiting import until

def sleeper():
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    environ = pathlib.Path(f"/proc/{process.pid}/environ")  # empty until its program is loaded
    until(lambda: environ.read_bytes() != b"", "the program is loaded")
    return process
"""


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    monkeypatch.setenv("TMPDIR", str(pytester.mkdir("tmp")))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makeini(f"[pytest]\npythonpath = {ROOT}\naddopts = -p no:cacheprovider\n")
    pytester.makeconftest(CONFTEST)
    return pytester


def temporary(project: pytest.Pytester) -> list[str]:
    """What is left of the sandbox."""
    return [each.name for each in project.path.joinpath("tmp").glob("hareboard-*")]


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes() != b""
    except FileNotFoundError:
        return False


def test_a_run_that_leaves_nothing_passes(project: pytest.Pytester) -> None:
    project.makepyfile("def test_writes(tmp_path):\n    tmp_path.joinpath('a').touch()\n")
    done = project.runpytest_subprocess()
    assert done.ret == 0
    done.stdout.no_fnmatch_line("*left behind*")
    assert temporary(project) == []


def test_a_process_and_a_file_that_are_left_are_removed_and_fail_the_run(
    project: pytest.Pytester,
) -> None:
    project.makepyfile(
        SLEEPER
        + """
import tempfile

def test_leaves(monkeypatch):
    monkeypatch.setattr("subprocess.Popen.__del__", lambda self: None)
    pid = sleeper().pid
    pathlib.Path("pid").write_text(str(pid))
    pathlib.Path(tempfile.mkdtemp(prefix="forgotten-"))
"""
    )
    done = project.runpytest_subprocess()
    done.assert_outcomes(passed=1)
    assert done.ret == 1
    done.stdout.fnmatch_lines(["*left behind*", "process * -c import time*", "temporary file *"])
    assert not is_alive(int(project.path.joinpath("pid").read_text()))
    assert temporary(project) == []


@pytest.mark.parametrize("number", sample(3, [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]))
def test_an_interrupted_run_leaves_nothing(
    project: pytest.Pytester, number: signal.Signals
) -> None:
    project.makepyfile(
        SLEEPER
        + """
def test_goes_on():
    process = sleeper()
    pathlib.Path("new").write_text(str(process.pid))
    pathlib.Path("new").rename("pid")
    process.wait()
"""
    )
    started = subprocess.Popen([sys.executable, "-m", "pytest"], stdout=subprocess.DEVNULL)
    noted = project.path / "pid"
    until(noted.exists, "the test goes on")
    started.send_signal(number)
    assert started.wait(PATIENCE_S) == pytest.ExitCode.INTERRUPTED
    assert not is_alive(int(noted.read_text()))
    assert temporary(project) == []


def test_programs_that_tests_start_handle_signals_as_usual_under_nohup(
    project: pytest.Pytester,
) -> None:
    project.makepyfile(
        """
import signal, subprocess, sys

def test_of_a_program():
    asked = "import signal; print(signal.getsignal(signal.SIGHUP) is signal.SIG_DFL)"
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True)
    assert told.stdout == "True\\n"
    signal.raise_signal(signal.SIGHUP)  # it is still ignored here
"""
    )
    done = project.run("nohup", sys.executable, "-m", "pytest")
    done.assert_outcomes(passed=1)
