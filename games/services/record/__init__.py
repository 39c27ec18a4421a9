"""The record of a game: its events, the positions after them, and its dice.

Belongs here: appending an event (`appending.append`, the one door), what an event tells whom (`facts`), numbers of
entries (`numbering`), the state at the last wall and with plans (`state`), and dice. Nobody else creates a `GameEvent`.
"""
