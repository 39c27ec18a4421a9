"""How people stand to one another and whether they are about: blocks and presence.

Belongs here: what is known of one person or of two, without a game's record. Others import `relations` and `presence`.
"""
