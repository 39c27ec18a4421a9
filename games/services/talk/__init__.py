"""Texts that players write: messages, phrases, private notebooks.

Belongs here: texts of players that touch no game. Others import `talk`, `phrases` and `notebook`.
"""
