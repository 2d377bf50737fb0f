"""A line into the firmware that is fed by hand, as the real MicroPython runs it."""

from typing import Final

FED_LINE: Final = """
class FedLine:
    # What a host says, a frame at a time; what the device says goes nowhere.
    def __init__(self, inward=b""):
        self.inward = inward
        self.at = 0
    def take(self, into, at, end):
        while at < end and self.at < len(self.inward):
            into[at] = byte = self.inward[self.at]
            self.at += 1
            at += 1
            if not byte:
                break
        return at
    def put(self, data):
        pass
"""
