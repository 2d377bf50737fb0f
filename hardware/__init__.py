"""Devices and their simulation, without the game. Imports nothing of ours."""
