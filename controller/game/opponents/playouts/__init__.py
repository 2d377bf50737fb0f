"""The rules in whole numbers, for many random games: optionally compiled, always identical.

Each class adds a subject to the one before it: a position and its legal actions, turns, hare
squares, actions. `states` converts to and from the positions of the rules.
"""
