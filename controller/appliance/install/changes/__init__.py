"""The changes of an installation to a computer, one subject a file. Imports `appliance.machine`.

Each makes its change, says what it would change, or undoes it.
"""
