"""Disputes: a player reports a problem of a game, an unrelated reviewer investigates, acts and decides; one appeal is
possible.
"""
