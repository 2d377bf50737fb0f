"""Installs hareboard on a computer, and removes it. Imports `appliance.update`.

`main` is the command, `plan` the steps in order, `changes` what they do. `appliance.machine` is the
computer: every change by the installer goes through it, so that a dry run changes nothing.
"""
