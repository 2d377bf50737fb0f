"""Another release: made, tried, put in place, and back if it fails; whatever is cut short."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.appliance.release.archive import BadRelease, SignedRelease
from controller.appliance.service_manager import CannotSupervise
from controller.appliance.status.status import GameNow
from controller.appliance.update.building import RealTools
from controller.appliance.update.releases import ORIGIN
from controller.appliance.update.update import NotUpdated, Update
from tests.support.appliance.installed import Installed
from tests.support.appliance.releasing import quick_release
from tests.support.appliance.supervised import Unsupervised

GAME = GameNow("playing", ("Ann", "Ben"), "Ann", 3.0, None, 5, False, None)


@pytest.fixture
def board(tmp_path: Path) -> Installed:
    return Installed(tmp_path)


def test_a_release_is_made_tried_and_put_in_place(board: Installed) -> None:
    board.update().to("0.2.0", now=False)
    assert board.linked() == ("0.2.0", "0.1.0")
    assert (board.service.ran, board.service.running) == (["0.2.0"], "0.2.0")
    assert board.journals.read() == (3, ("f5", "f7"))
    assert board.said == [
        "Checking 0.2.0 …",
        "0.2.0 is signed by ann.",
        "Making 0.2.0; this takes some minutes on a small computer …",
        "Trying 0.2.0 …",
        "The games are whole.",
        "Starting 0.2.0 …",
        "hareboard 0.2.0 runs.",
        "Back to 0.1.0: sudo hareboard update --back.",
    ]


def test_each_release_has_its_own_units_in_place(board: Installed) -> None:
    board.update().to("0.2.0", now=False)
    board.update().back(now=False)
    assert board.tools.settled == ["0.2.0", "0.1.0"]


def test_an_older_release_is_refused_unless_it_is_meant(board: Installed) -> None:
    board.update().to("0.3.0", now=False)
    board.service.ran.clear()
    with pytest.raises(NotUpdated, match=r"0\.2\.0 is older than 0\.3\.0.*--back.*--older"):
        board.update().to("0.2.0", now=False)
    assert (board.linked(), board.service.ran) == (("0.3.0", "0.1.0"), [])
    assert board.tools.made == ["0.3.0"]
    board.update().to("0.2.0", now=False, older=True)
    assert board.linked() == ("0.2.0", "0.3.0")


def test_another_release_of_a_kept_version_does_not_pass_for_it(board: Installed) -> None:
    kept = board.releases.begin("0.2.0")
    board.tools.install(quick_release("0.2.0", kept), kept)
    (kept / ORIGIN).write_text("digest of something else", "ascii")
    board.releases.finish("0.2.0")
    board.update().to("0.2.0", now=False)
    assert board.linked() == ("0.2.0-2", "0.1.0")


def test_a_release_whose_number_is_none_is_refused(board: Installed) -> None:
    fetch = board.tools.fetch
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(board.tools, "fetch", lambda *given: replace(fetch(*given), version="2.hare"))
        with pytest.raises(NotUpdated, match="which of both is newer cannot be told"):
            board.update().to("0.2.0", now=False)
    assert untouched(board)


def test_the_last_two_are_kept(board: Installed) -> None:
    board.update().to("0.2.0", now=False)
    board.update().to("0.3.0", now=False)
    assert board.linked() == ("0.3.0", "0.2.0")
    assert board.there() == {"0.2.0", "0.3.0"}


def test_what_runs_already_is_left_alone(board: Installed) -> None:
    board.update().to("0.1.0", now=False)
    assert board.said[-1] == "0.1.0 is what runs already."
    assert board.service.ran == []


def test_there_and_back_and_there_with_what_was_played(board: Installed) -> None:
    board.update().to("0.2.0", now=False)
    board.journals.write(3, "f5", "f7", "f9")
    board.update().back(now=False)
    assert board.linked() == ("0.1.0", "0.2.0")
    assert board.journals.read() == (2, ("f5", "f7", "f9"))
    board.journals.write(2, "f5", "f7", "f9", "chew")
    board.update().to("0.2.0", now=False)
    assert board.journals.read() == (3, ("f5", "f7", "f9", "chew"))
    assert board.tools.made == ["0.2.0"], "it was still there"


def test_a_release_that_was_made_a_second_time_has_the_version_of_the_first(
    board: Installed,
) -> None:
    again = board.releases.begin("0.1.0-2")
    board.tools.install(quick_release("0.1.0", again), again)
    board.releases.finish("0.1.0-2")
    board.releases.point("current", "0.1.0-2")
    board.update().to("0.1.0", now=False)
    assert board.said[-1] == "0.1.0 is what runs already."
    board.service.fate["0.2.0"] = "dead"
    with pytest.raises(NotUpdated, match=r"0\.1\.0-2 runs again"):
        board.update().to("0.2.0", now=False)
    board.service.fate.clear()
    board.update().to("0.2.0", now=False)
    board.update().back(now=False)
    assert board.linked() == ("0.1.0-2", "0.2.0")


def test_there_is_nothing_to_go_back_to(board: Installed) -> None:
    with pytest.raises(NotUpdated, match="no release before"):
        board.update().back(now=False)


@pytest.mark.parametrize(
    ("fate", "told"),
    [
        ("refuses", "0.2.0 does not start: Job for hareboard.service failed.."),
        ("silent", "0.2.0 has not been well within 90 s: it does not answer."),
        ("dead", "0.2.0 has not been well within 90 s: The readers died."),
    ],
)
def test_one_that_does_not_come_up_well_is_left_at_once(
    board: Installed, fate: str, told: str
) -> None:
    board.service.fate["0.2.0"] = fate
    with pytest.raises(NotUpdated) as failed:
        board.update().to("0.2.0", now=False)
    assert str(failed.value) == (
        f"{told} 0.1.0 runs again. The last lines of the log:\n"
        "  It was a fine day.\n  Then something broke."
    )
    assert board.linked()[0] == "0.1.0"
    assert (board.service.ran, board.service.running) == (["0.2.0", "0.1.0"], "0.1.0")
    assert board.journals.read() == (2, ("f5", "f7"))


def test_the_release_before_stays_the_one_before(board: Installed) -> None:
    board.update().to("0.2.0", now=False)
    board.service.fate["0.3.0"] = "dead"
    with pytest.raises(NotUpdated):
        board.update().to("0.3.0", now=False)
    assert board.linked() == ("0.2.0", "0.1.0")


def test_another_version_that_answers_in_its_place_is_not_it(board: Installed) -> None:
    release = msgspec.structs.replace
    ask = board.service.ask

    def pretending() -> Any:
        running = ask()
        return None if running is None else release(running, version="0.0.9")

    update = board.update()
    changed = Update(**{**vars(update), "ask": pretending})
    with pytest.raises(NotUpdated, match=r"within 90 s: 0.0.9 answers"):
        changed.to("0.2.0", now=False)


def test_a_way_back_that_leads_nowhere_leads_forth_again(board: Installed) -> None:
    board.update().to("0.2.0", now=False)
    board.service.fate["0.1.0"] = "dead"
    with pytest.raises(NotUpdated, match=r"The readers died. 0.2.0 runs again"):
        board.update().back(now=False)
    assert board.linked() == ("0.2.0", "0.1.0")
    assert board.journals.read() == (3, ("f5", "f7"))


# Before anything is touched


def untouched(board: Installed) -> bool:
    return (
        board.linked() == ("0.1.0", None)
        and board.there() == {"0.1.0"}
        and board.service.ran == []
        and board.journals.read() == (2, ("f5", "f7"))
    )


def test_a_release_that_cannot_be_made_is_taken_away(board: Installed) -> None:
    board.tools.broken["0.2.0"] = "pip cannot install it:\n  no space left"
    with pytest.raises(NotUpdated, match=r"0.2.0 cannot be made. pip cannot install it"):
        board.update().to("0.2.0", now=False)
    assert untouched(board)


def test_a_release_that_is_not_there_is_told(board: Installed) -> None:
    with pytest.raises(NotUpdated, match="There is no release 7"):
        board.update().to("7", now=False)
    assert untouched(board)


@pytest.mark.parametrize("what", ["says", "refuses"])
def test_a_release_that_fails_its_trial_is_not_used(board: Installed, what: str) -> None:
    getattr(board.tools, what)["0.2.0"] = "0.9.9"
    with pytest.raises(NotUpdated, match=r"0.2.0 is not used. .*0.9.9"):
        board.update().to("0.2.0", now=False)
    assert untouched(board)


def test_never_during_a_game(board: Installed) -> None:
    board.service.game = GAME
    with pytest.raises(NotUpdated, match="A game of Ann, Ben is being played"):
        board.update().to("0.2.0", now=False)
    assert untouched(board)
    board.update().to("0.2.0", now=True)
    with pytest.raises(NotUpdated, match="is being played"):
        board.update().back(now=False)
    assert board.linked() == ("0.2.0", "0.1.0")


@pytest.mark.parametrize("change", [{"paused": True}, {"phase": "over"}, {"phase": "setup"}])
def test_a_game_that_waits_or_is_over_is_in_nobodys_way(
    board: Installed, change: dict[str, Any]
) -> None:
    board.service.game = msgspec.structs.replace(GAME, **change)
    board.update().to("0.2.0", now=False)
    assert board.linked() == ("0.2.0", "0.1.0")


def test_a_game_that_was_begun_meanwhile_is_not_interrupted(board: Installed) -> None:
    update = board.update()

    def say(said: str) -> None:
        if said.startswith("Making"):
            board.service.game = GAME

    with pytest.raises(NotUpdated, match=r"0.2.0 is made already, and is only started then"):
        Update(**{**vars(update), "say": say}).to("0.2.0", now=False)
    assert board.linked() == ("0.1.0", None)
    board.service.game = None
    board.update().to("0.2.0", now=False)
    assert board.tools.made == ["0.2.0"]
    assert board.service.ran == ["0.2.0"]


def test_where_hareboard_is_not_installed_that_is_said(tmp_path: Path) -> None:
    board = Installed(tmp_path)
    (board.places.home / "current").unlink()
    with pytest.raises(NotUpdated, match=r"Install it first: sudo ./systemd/install"):
        board.update().to("0.2.0", now=False)


def test_without_systemd_the_rest_is_done_and_that_is_said(board: Installed) -> None:
    board.service.stop()
    update = Update(**{**vars(board.update()), "service_manager": Unsupervised()})
    update.to("0.2.0", now=False)
    assert board.linked() == ("0.2.0", "0.1.0")
    assert "There is no systemd here" in board.said[-2]
    update.back(now=False)
    assert board.linked() == ("0.1.0", "0.2.0")
    board.service.start()
    with pytest.raises(NotUpdated, match=r"started by hand. Stop it first"):
        update.back(now=False)


# What goes wrong on the way


def test_a_release_for_which_there_is_no_room_is_taken_away(
    board: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(_release: SignedRelease, _folder: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(board.tools, "install", no_room)
    with pytest.raises(NotUpdated, match=r"0\.2\.0 cannot be made \(No space left on device\)"):
        board.update().to("0.2.0", now=False)
    assert untouched(board)


def test_the_release_before_is_not_taken_away_when_it_fails_its_trial(board: Installed) -> None:
    board.update().to("0.2.0", now=False)
    board.tools.refuses["0.1.0"] = "The games are of a newer version."
    with pytest.raises(NotUpdated, match=r"0\.1\.0 is not used"):
        board.update().to("0.1.0", now=False, older=True)
    assert board.linked() == ("0.2.0", "0.1.0")
    assert board.there() == {"0.1.0", "0.2.0"}


def test_units_that_cannot_be_put_in_place_are_told_and_do_not_stop_a_release(
    board: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_folder: Path) -> None:
        raise BadRelease("Its units cannot be put in place: no.")

    monkeypatch.setattr(board.tools, "settle", refuse)
    board.update().to("0.2.0", now=False)
    assert board.linked() == ("0.2.0", "0.1.0")
    assert "Its units cannot be put in place: no." in board.said


def test_games_that_the_old_release_cannot_take_over_are_told(
    board: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_folder: Path, _data: Path) -> str:
        raise BadRelease("It cannot go on with the kept games: no.")

    board.service.on_start = lambda _: None
    board.service.fate["0.2.0"] = "dead"
    monkeypatch.setattr(board.tools, "adopt_journal", refuse)
    with pytest.raises(NotUpdated, match=r"0\.1\.0 runs again"):
        board.update().to("0.2.0", now=False)
    assert "It cannot go on with the kept games: no." in board.said


def test_a_service_that_cannot_be_stopped_is_not_gone_back_from(
    board: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    board.update().to("0.2.0", now=False)

    def refuse() -> None:
        raise CannotSupervise("Access denied")

    monkeypatch.setattr(board.service, "stop", refuse)
    with pytest.raises(NotUpdated, match=r"The service cannot be stopped: Access denied\."):
        board.update().back(now=False)
    assert board.linked() == ("0.2.0", "0.1.0")


def test_an_old_release_that_cannot_be_taken_away_is_told(
    board: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_versions: set[str]) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(board.releases, "keep_only", refuse)
    board.update().to("0.2.0", now=False)
    assert board.linked() == ("0.2.0", "0.1.0")
    assert "An old release cannot be taken away (Read-only file system)." in board.said


@pytest.mark.parametrize("version", ["", "current", "../0.2.0", "0.2.0/bin"])
def test_what_is_no_version_has_no_folder(board: Installed, version: str) -> None:
    with pytest.raises(ValueError, match="is no version"):
        board.releases.folder(version)


def test_a_kept_release_that_does_not_say_what_it_is_of_is_another_one(board: Installed) -> None:
    kept = board.releases.begin("0.2.0")
    board.tools.install(quick_release("0.2.0", kept), kept)
    (kept / ORIGIN).unlink(missing_ok=True)
    board.releases.finish("0.2.0")
    board.update().to("0.2.0", now=False)
    assert board.linked() == ("0.2.0-2", "0.1.0")


def test_a_place_without_a_release_is_no_release(tmp_path: Path) -> None:
    with pytest.raises(BadRelease, match="none"):
        RealTools().fetch(str(tmp_path / "none.tar"), tmp_path)
