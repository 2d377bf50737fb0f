"""Runs mutmut with tests that are collected once: `make mutants`.

mutmut starts pytest for every mutant, which takes longer than most mutants live. Here the process
that each mutant is forked from has collected all tests, and the tests named after the changed
module come first.
"""

import os
import sys
from collections.abc import Iterable

import pytest
from _pytest.config import _prepareconfig
from mutmut import __main__ as mutmut
from mutmut.runners.harness import PytestRunner
from mutmut.utils.file_utils import change_cwd
from mutmut.workers.isolation import ForkRunner


class CollectedTests(PytestRunner):  # type: ignore[misc]  # it comes without types
    """The tests of all mutants, collected once."""

    _session: pytest.Session | None = None
    _collector: int | None = None
    """The process that collected; one of a mutant that hangs is interrupted, and ends here too."""

    def collect(self) -> None:
        """Collect the tests, in the tree of mutants."""
        words = ["--rootdir=.", "--tb=native", "-q", "--capture=no"]
        words += self._pytest_add_cli_args_test_selection + self._pytest_add_cli_args
        self._collector = os.getpid()
        with change_cwd("mutants"):
            config = _prepareconfig(words)
            config._do_configure()  # noqa: SLF001 - pytest has no other way to collect without a run
            config.pluginmanager.unregister(name="terminalreporter")
            self._session = pytest.Session.from_config(config)
            config.hook.pytest_sessionstart(session=self._session)
            config.hook.pytest_collection(session=self._session)

    def close(self) -> None:
        """End the session, as pytest does."""
        if self._session is not None and self._collector == os.getpid():
            config = self._session.config
            with change_cwd("mutants"):
                config.hook.pytest_sessionfinish(session=self._session, exitstatus=0)
                config._ensure_unconfigure()  # noqa: SLF001 - as above

    def run_tests(self, *, mutant_name: str | None, tests: Iterable[str]) -> int:
        """Run the tests of a mutant until one fails; return 1 if one does."""
        if mutant_name is None or self._session is None:
            return int(super().run_tests(mutant_name=mutant_name, tests=tests))
        *_, module, _ = mutant_name.split(".")
        items = {item.nodeid: item for item in self._session.items}
        near_first = sorted(tests, key=lambda test: module not in test.partition("::")[0])
        chosen = [items[test] for test in near_first if test in items]
        with change_cwd("mutants"):
            for item, following in zip(chosen, [*chosen[1:], None], strict=True):
                item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
                if self._session.testsfailed:
                    return 1
        return 0


class _Runner(ForkRunner):  # type: ignore[misc]  # it comes without types
    def startup(self) -> None:
        self.test_runner.collect()
        super().startup()

    def shutdown(self) -> None:
        super().shutdown()
        self.test_runner.close()


def main(words: list[str]) -> None:
    """Run mutmut; words are those of `mutmut run`."""
    mutmut.get_mutant_runner = lambda most: _Runner(most, CollectedTests())
    mutmut.cli(["run", *words])


if __name__ == "__main__":
    main(sys.argv[1:])
