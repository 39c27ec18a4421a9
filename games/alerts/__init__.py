"""Sending what `games.services.alerts.notices` has queued: when, to whom, on which way, in which words."""
