"""Opens the loudspeaker of a board."""

from controller.board.file.voice import BoardVoice
from hardware.clock import Clock
from hardware.voice.process import VoiceProcess
from hardware.voice.settings import VoiceSettings


def open_voice(voice: BoardVoice, clock: Clock) -> VoiceProcess:
    """Return the loudspeaker that a board file describes; its process is not started yet."""
    settings = VoiceSettings(
        language=voice.language, volume=voice.volume, device=voice.device, voices=voice.voices
    )
    return VoiceProcess(settings, clock)
