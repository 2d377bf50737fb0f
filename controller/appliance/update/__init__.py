"""Installs another release, and goes back to the one before. Imports `appliance.status`."""
