"""A board as a thing that works when it has power: how it is, and how it gets a new release.

`places` is where everything is, `supervisor` who starts and ends the service, `standing` and
`status_command` tell how everything is; `releases`, `building` and `update` bring another
release, and `adopting` takes the games of a newer one over.
"""
