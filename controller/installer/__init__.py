"""Installs hareboard on a computer, for good: users, releases, units, and takes them away again.

`main` is the command, `plan` the steps in their order, each of them in a module of its own:
`packages`, `program` (made from `sources`), `system`, `people`, `settings`, `interfaces`, `naming`,
`units`; `showing` is what is told at the end, and `machine` the computer.

It runs before anything is installed, so it needs the standard library and nothing else; what it
uses of the rest of hareboard is held to that by a test. A release brings this package along, and
puts its own units and rules in place with it: whoever makes another release the current one runs
`/opt/hareboard/current/bin/python -I -m controller.installer --release`.
"""
