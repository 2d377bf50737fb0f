"""Publishes the public view of a board to an MQTT broker, takes commands. Imports `views`.

`messages` has the shape of every message, `topics` their names; `publication` makes them of the
newest snapshot, `discovery` tells Home Assistant of the board, `orders` turns messages into
commands. `connection` is the broker, `thread` the loop that keeps it up to date, `letters_thread`
the one that carries letters to other boards. paho-mqtt is imported only by a board that has a
broker (extra `mqtt`). See docs/mqtt.md.
"""
