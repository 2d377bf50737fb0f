"""Updates that somebody has tampered with, and a good one."""

from typing import Final

from tests.appliance.installed_board import RELEASES, Board, told
from tests.appliance.releases import OLDER, PUBLIC_KEY
from tests.appliance.versions import LATER, version_of
from tests.support.checkout import ROOT

ARCHIVE: Final = f"hareboard-{LATER}.tar"
REFUSED: Final = {
    f"changed/{ARCHIVE}": "is not what was signed",
    f"other-key/{ARCHIVE}": "is signed by a key that is not trusted here",
    f"unsigned/{ARCHIVE}": "has no signature",
    f"older/hareboard-{OLDER}.tar": f"{OLDER} is older than",
    f"no-hash/{ARCHIVE}": "The lock has no hash for flask",
    f"other-dependency/{ARCHIVE}": "DO NOT MATCH THE HASHES",
}
"""What each of them is refused with."""


def a_tampered_update(board: Board) -> None:
    """Changed, of another key, unsigned, older, without a hash: refused, and the board plays on."""
    box, wood = board.box, board.wood
    version = version_of(ROOT)
    assert "accepts no release yet: no key is trusted" in board.install()
    wood.until_up()
    wood.begin()
    wood.moves("Ann", 2)
    pid = board.pid()
    places = {ARCHIVE: "no key is trusted here yet", **REFUSED}
    for place, why in places.items():
        done = box.ask("hareboard", "update", f"{RELEASES}/{place}", "--now")
        assert done.returncode == 1, done.stdout
        assert why in done.stdout, done.stdout
        assert (board.current(), board.pid()) == (version, pid)
        assert box.run("ls", "/opt/hareboard/releases").split() == [version]
        told(f"{place}: {why}")
        if place == ARCHIVE:
            told(box.run("hareboard", "trust", f"{RELEASES}/{PUBLIC_KEY}").strip())
    wood.moves("Ben", 4)
    told("the board has played on meanwhile")

    box.run("hareboard", "update", RELEASES, "--now")
    assert board.current() == LATER
    wood.until_up()
    wood.take_seats()
    assert (wood.square_of("Ann"), wood.square_of("Ben")) == (2, 4)
    told(f"updated to {LATER} from a folder of signed releases: the game went on")
    mine = ("find", "/opt/hareboard", "(", "-not", "-user", "root", "-or", "-perm", "/o=w", ")")
    assert box.run(*mine, "-not", "-type", "l") == ""
    assert box.run("find", "/var/tmp", "-name", "hareboard-*") == ""
    told("all of it is root's, and nothing is left of the build")

    box.run("hareboard", "update", "--back", "--now")
    assert board.current() == version
    wood.until_up()
    wood.take_seats()
    wood.moves("Cem", 3)
    told(f"gone back to {version}: the game went on")
