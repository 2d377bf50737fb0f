"""The doctor: examines computer, board and games (docs/doctor.md). Imports `board`, `game`.

`computer` is the computer as the doctor sees it, `network` its network probes,
`boot_config` reads config.txt. `case` is one examination's subject, `checks` has all checks,
`examination` runs them. `findings`, `report` and `bundle` are the output; `redaction`
takes private data out of a bundle.
"""
