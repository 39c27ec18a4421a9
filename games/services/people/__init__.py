"""How people stand to one another and whether they are about: blocks, presence, visits.

Belongs here: what is known of two persons or of one, without a game's record. Others import `relations`, `presence` and `visits`.
"""
