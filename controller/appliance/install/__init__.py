"""Installs hareboard on a computer, and removes it. Imports `appliance.update`.

`main` is the command, `plan` the steps in order, one module for each. `machine` is the computer:
whatever the installer does to it goes through there, so that a dry run changes nothing.
"""
