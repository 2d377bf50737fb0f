"""The loudspeaker: real espeak-ng and aplay that write a file, and a fake that hangs and dies."""

import array
import os
import shutil
import sys
from contextlib import closing
from pathlib import Path

import pytest

from hardware.clock import ManualClock, MonotonicClock
from hardware.errors import NotConnected
from hardware.voice.process import DIED, HUNG, VoiceProcess
from hardware.voice.protocol import Ready, Said, line
from hardware.voice.settings import VoiceSettings
from tests.support.needs import missing
from tests.support.voice.listening import Listener
from tests.support.waiting import until
from web.languages.language import LANGUAGES

RATE_HZ = 22050


@pytest.fixture(autouse=True)
def _programs() -> None:
    for program, package in (("espeak-ng", "espeak-ng"), ("aplay", "alsa-utils")):
        if shutil.which(program) is None:
            missing(f"{program} is missing: sudo apt install {package}")


def begin(voice: VoiceProcess, sentence: str) -> None:
    until(lambda: voice.ready(0.05), "the voice can begin")
    voice.begin(sentence)


def say(voice: VoiceProcess, sentence: str) -> None:
    begin(voice, sentence)
    until(lambda: voice.finished(0.05), "the sentence is said")


def real(
    folder: Path, language: str = "en", volume: float = 1.0, voices: Path | None = None
) -> VoiceProcess:
    """A loudspeaker whose sound card is a file: ALSA's own plug-in writes it."""
    device, where = f"file:{folder / 'sound.raw'}", None if voices is None else str(voices)
    return VoiceProcess(VoiceSettings(language, volume, device, where), MonotonicClock())


def samples(folder: Path) -> "array.array[int]":
    return array.array("h", (folder / "sound.raw").read_bytes())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_is_heard_in_every_language(tmp_path: Path, language: str) -> None:
    with closing(real(tmp_path, language)) as voice:
        say(voice, "Zoë -- Müller: 12, 5!")
        assert voice.engine == "espeak-ng"
    sound = samples(tmp_path)
    assert len(sound) > RATE_HZ
    assert 10_000 < max(sound) < 32_767, "loud, and not cut off"


def test_a_sentence_that_begins_with_a_dash_is_no_option(tmp_path: Path) -> None:
    with closing(real(tmp_path)) as voice:
        say(voice, "--version")
        assert voice.first_ms is not None
    assert len(samples(tmp_path)) > RATE_HZ / 4


def test_a_sentence_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    for name in ("HOME", "TMPDIR"):
        monkeypatch.setenv(name, str(home))
    with closing(real(tmp_path)) as voice:
        say(voice, "Ann to move.")
    assert not list(home.iterdir())


def test_the_volume_of_the_board_file_is_that_of_the_sound(tmp_path: Path) -> None:
    loudest = []
    for volume in (1.0, 0.25):
        with closing(real(tmp_path, volume=volume)) as voice:
            say(voice, "Ann to move.")
        loudest.append(max(samples(tmp_path)))
    assert loudest[1] == pytest.approx(loudest[0] / 4, rel=0.1)


def test_a_sound_card_that_is_not_there_is_named_with_what_to_do(tmp_path: Path) -> None:
    settings = VoiceSettings("en", device="plughw:CARD=nowhere")
    with closing(VoiceProcess(settings, MonotonicClock())) as voice:
        with pytest.raises(NotConnected, match=r"plughw:CARD=nowhere cannot be used.*aplay -L"):
            say(voice, "Ann to move.")
        with pytest.raises(NotConnected, match="nowhere"):  # the same process tries again
            say(voice, "Ben to move.")


@pytest.mark.parametrize(
    ("there", "words"),
    [((), "aplay is missing"), (("aplay",), "No voice is installed. Install espeak-ng")],
)
def test_what_is_not_installed_is_named_with_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: tuple[str, ...], words: str
) -> None:
    for program in there:
        path = shutil.which(program)
        assert path is not None
        (tmp_path / program).symlink_to(path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with closing(real(tmp_path)) as voice:
        for _ in range(2):
            with pytest.raises(NotConnected, match=words):
                say(voice, "Ann to move.")


PIPER = """
from types import SimpleNamespace

class SynthesisConfig:
    def __init__(self, volume=1.0):
        self.volume = volume

class PiperVoice:
    config = SimpleNamespace(sample_rate=16000)

    @staticmethod
    def load(model_path):
        if model_path.read_bytes() == b"bad":
            raise ValueError("no model")
        global made
        made = model_path.with_name("made")
        return PiperVoice()

    def synthesize(self, text, syn_config):
        with made.open("a") as sentences:
            print(text, file=sentences)
        sample = round(1000 * syn_config.volume).to_bytes(2, "little")
        for _ in text.split():
            yield SimpleNamespace(audio_int16_bytes=sample * 8000)
"""
"""What is used of piper-tts 1.8.0, without a neural network."""


@pytest.fixture(name="voices")
def _voices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a voice for German, where piper is installed."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "piper.py").write_text(PIPER)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path / 'site'}{os.pathsep}{Path.cwd()}")
    voices = tmp_path / "voices"
    voices.mkdir()
    (voices / "de_DE-thorsten-medium.onnx").write_bytes(b"good")
    return voices


def test_piper_speaks_where_it_has_a_voice_for_the_language(tmp_path: Path, voices: Path) -> None:
    with closing(real(tmp_path, "de", 0.5, voices)) as voice:
        say(voice, "Ann ist dran.")
        assert voice.engine == "piper (de_DE-thorsten-medium)"
    assert set(samples(tmp_path)[: 3 * 8000]) == {500}


def test_piper_makes_a_prepared_sentence_once_and_leaves_out_what_is_not_said(
    tmp_path: Path, voices: Path
) -> None:
    with closing(real(tmp_path, "de", voices=voices)) as voice:
        say(voice, "Ann ist dran.")
        for sentence in ("Ben ist dran.", "Cem ist dran.", "Cem ist dran."):
            until(lambda: voice.ready(0.05), "the voice is idle")
            voice.prepare(sentence)
        say(voice, "Cem ist dran.")
        say(voice, "Cem ist dran.")
    assert (voices / "made").read_text().splitlines() == [
        *("Ann ist dran.", "Ben ist dran.", "Cem ist dran.", "Cem ist dran.")
    ]


def test_without_a_voice_of_piper_for_the_language_espeak_ng_speaks(
    tmp_path: Path, voices: Path
) -> None:
    with closing(real(tmp_path, "fr", voices=voices)) as voice:
        say(voice, "À Ann de jouer.")
        assert voice.engine == "espeak-ng"


def test_a_voice_of_piper_that_is_damaged_is_named(tmp_path: Path, voices: Path) -> None:
    (voices / "de_DE-thorsten-medium.onnx").write_bytes(b"bad")
    with (
        closing(real(tmp_path, "de", voices=voices)) as voice,
        pytest.raises(NotConnected, match=r"thorsten-medium\.onnx cannot be used"),
    ):
        say(voice, "Ann ist dran.")


# When it hangs or dies


@pytest.fixture(name="listener")
def _listener(tmp_path: Path) -> Listener:
    return Listener(tmp_path / "fake")


def test_one_that_died_between_two_sentences_is_started_again_and_loses_none(
    listener: Listener,
) -> None:
    with closing(listener.voice(MonotonicClock())) as voice:
        say(voice, "one")
        first = voice.pid
        assert first is not None
        os.kill(first, 9)
        os.waitid(os.P_PID, first, os.WEXITED | os.WNOWAIT)
        say(voice, "two")
        assert voice.pid != first
    assert listener.heard() == ["one", "two"]


def test_one_that_dies_while_it_speaks_is_told(listener: Listener) -> None:
    listener.make("dies")
    with closing(listener.voice(MonotonicClock())) as voice:
        with pytest.raises(NotConnected, match=DIED):
            say(voice, "one")
        assert voice.pid is None
        say(voice, "two")
    assert listener.heard() == ["one", "two"]


def test_one_that_hangs_is_ended_after_the_longest_time_for_its_sentence(
    listener: Listener,
) -> None:
    clock = ManualClock(0)
    with closing(listener.voice(clock)) as voice:
        say(voice, "one")
        listener.make("hangs")
        begin(voice, "0123456789")
        until(lambda: listener.heard() == ["one", "0123456789"], "it has the sentence")
        clock.advance(6.4)
        assert not voice.finished(0)
        clock.advance(0.2)
        with pytest.raises(NotConnected, match=HUNG):
            voice.finished(0)
        assert voice.pid is None


def test_it_prepares_one_sentence_at_a_time_in_a_time_of_its_own(listener: Listener) -> None:
    clock = ManualClock(0)
    with closing(listener.voice(clock)) as voice:
        until(lambda: voice.ready(0.05), "it is loaded")
        listener.make("prepares")
        voice.prepare("0123456789")
        clock.advance(6.4)
        assert not voice.ready(0)
        listener.let_go("prepares")
        until(lambda: voice.ready(0.05), "it is prepared")
        voice.prepare("0123456789")
        assert voice.ready(0), "nothing is left to prepare"
        begin(voice, "0123456789")
        clock.advance(6.4)
        until(lambda: voice.finished(0.05), "the sentence is said")
    assert listener.prepared() == listener.heard() == ["0123456789"]


def test_one_that_hangs_over_a_sentence_it_prepares_is_ended(listener: Listener) -> None:
    clock = ManualClock(0)
    listener.make("prepares")
    with closing(listener.voice(clock)) as voice:
        until(lambda: voice.ready(0.05), "it is loaded")
        voice.prepare("0123456789")
        clock.advance(6.6)
        with pytest.raises(NotConnected, match=HUNG):
            voice.ready(0)
        assert voice.pid is None


def test_a_voice_that_cannot_be_started_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "nothing"))
    voice = VoiceProcess(VoiceSettings("en"), MonotonicClock())
    with pytest.raises(NotConnected, match="cannot be started: No such file or directory"):
        voice.ready(0)
    assert voice.pid is None
    with pytest.raises(NotConnected, match=DIED):
        voice.finished(0)


def test_one_that_writes_what_it_may_not_has_died(tmp_path: Path) -> None:
    clock = MonotonicClock()
    script = "import sys; print('carrots', flush=True); sys.stdin.readline()"
    with closing(VoiceProcess(VoiceSettings("en"), clock, ("-c", script))) as voice:
        with pytest.raises(NotConnected, match=DIED):
            say(voice, "one")
        assert voice.pid is None


@pytest.mark.parametrize(
    ("last", "told"), [(line(Ready("", "No sound card.")), "No sound card."), (b"!\n", DIED)]
)
def test_one_that_takes_no_more_sentences_may_have_said_why(
    tmp_path: Path, last: bytes, told: str
) -> None:
    deaf = tmp_path / "deaf"
    script = (
        f"import os, sys, time; os.write(1, {line(Ready('fake'))!r}); sys.stdin.readline(); "
        f"os.write(1, {line(Said(1.0))!r}); "
        f"os.close(0); os.write(1, {last!r}); os.close(1); open({str(deaf)!r}, 'w').close(); "
        "time.sleep(3600)"
    )
    with closing(VoiceProcess(VoiceSettings("en"), MonotonicClock(), ("-c", script))) as voice:
        begin(voice, "one")
        until(deaf.exists, "it takes no more")
        until(lambda: voice.finished(0.05), "the first one is said")
        with pytest.raises(NotConnected, match=told):
            voice.begin("two")
        assert voice.pid is None


def test_what_it_has_started_ends_with_it(tmp_path: Path) -> None:
    script = (
        "import subprocess, sys; "
        "child = subprocess.Popen(['sleep', '3600']); "
        "open(sys.argv[1], 'w').write(str(child.pid)); child.wait()"
    )
    arguments = ("-c", script, str(tmp_path / "child"))
    with closing(VoiceProcess(VoiceSettings("en"), MonotonicClock(), arguments)) as voice:
        voice.ready(0)
        until(lambda: _text(tmp_path / "child") != "", "it has started a program")
    child = int(_text(tmp_path / "child"))
    until(lambda: not _runs(child), "the program has ended")


def _text(file: Path) -> str:
    return file.read_text() if file.exists() else ""


def _runs(pid: int) -> bool:
    """True unless it has ended; one that nobody has asked for yet has ended too."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"
