"""The guide's pictures of build files."""

from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.support.checkout import ROOT
from tests.support.needs import missing


@pytest.mark.long
def test_the_pictures_of_the_guide_are_taken_by_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if find_spec("OCP") is None:
        missing("solids: .venv/bin/pip install -e '.[cad]' (66 MB)")
    from tools import build_files_pictures  # noqa: PLC0415 - it needs an extra

    monkeypatch.setattr(build_files_pictures, "PICTURES", tmp_path)
    build_files_pictures.main()
    names = {"surface.png", "sheets.png", "runner.png", "cutting.svg"}
    assert {path.name for path in tmp_path.iterdir()} == names
    plan = ET.parse(tmp_path / "cutting.svg").getroot()
    guide = ROOT / "docs" / "pictures" / "cutting.svg"
    assert ET.tostring(plan) == ET.tostring(ET.parse(guide).getroot())
