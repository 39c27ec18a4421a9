"""Sending what `games.services.notices` has queued: when, to whom, on which way, in which words."""
