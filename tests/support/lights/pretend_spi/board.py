"""The pins of a pretended Raspberry Pi, in place of Blinka's module of this name."""

D10, D11, D20, D21 = 10, 11, 20, 21
