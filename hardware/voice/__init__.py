"""The board's loudspeaker: a process that says sentences with piper or espeak-ng, through aplay.

`process` is the loudspeaker for the program, and `helper` what runs in the process. `engines` turns
a sentence into sound, `player` plays it, `settings` says how, `protocol` is what both sides write.
"""
