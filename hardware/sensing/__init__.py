"""What sensing with PN532 readers needs, whoever drives them: settings, phases, trust."""
