"""Finished games: figures, results of people, ratings, statistics.

Belongs here: what can be computed anew from finished games. Others import `results`, `ratings` and `statistics`.
"""
