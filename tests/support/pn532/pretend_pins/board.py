"""The pins of a pretended Raspberry Pi, in place of Blinka's module of this name."""

for _number in range(28):
    globals()[f"D{_number}"] = f"GPIO{_number}"
