"""A release: its archive, who signed it, its locked dependencies. Imports `appliance.machine`.

`place` fetches an archive, `signers` checks its signature, `archive` opens it, `locked` reads a
lock, `wheels` fetches and compiles dependencies without root's rights, `environment` installs them.
"""
