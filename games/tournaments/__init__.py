"""Tournaments: sign-up, rounds that pair themselves, their games, standings.

`pairing` holds what needs no database: who meets whom, and who stands where.
"""
