"""Sensing with PN532 readers, shared by drivers: settings, phases, reader health."""
