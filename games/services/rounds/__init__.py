"""The rounds of tournaments, as games and people meet them: ends, a game's time, vacations and pauses, the log.

Belongs here: what the services of games ask of rounds. `games.tournaments` makes and decides them.
"""
