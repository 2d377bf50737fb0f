"""Gathers the wheels of this checkout and of all it needs, by the locks: `tools/deb` packs them.

/usr/bin/python3 -m tools.wheels FOLDER
"""

import os
import sys
import tempfile
from pathlib import Path

from controller.appliance.install.changes.sources import Checkout
from controller.appliance.machine import InstallError, Machine
from controller.appliance.release.wheels import gather


def main() -> None:
    """Gather them in the folder that the first argument names."""
    os.umask(0o022)
    wheels = Path(sys.argv[1])
    wheels.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        room = Path(name)
        room.chmod(0o755)  # the throwaway user passes through
        laid = room / "laid"
        laid.mkdir()
        Checkout(Path(__file__).resolve().parents[1]).lay_out(laid)
        gather(Machine(), laid, room, str(room), wheels)


if __name__ == "__main__":
    try:
        main()
    except InstallError as failed:
        sys.exit(str(failed))
