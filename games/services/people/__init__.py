"""Relations between people, and their presence.

Belongs here: what is known of one person or of two, without a game's record. Others import `relations` and `presence`.
"""
