"""Whole records: checked, exported, imported, signed.

Belongs here: what reads a game from its first event to its last. Others import `check`, `verification`, `export`,
`importing`, `signatures`.
"""
