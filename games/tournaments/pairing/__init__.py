"""Pairings and standings: functions of entrants and results alone. Imports neither Django nor the rest of the site.

`swiss`, `round_robin` and `knockout` say who meets whom, `standings` who stands where, `scores` holds what they speak
of.
"""
