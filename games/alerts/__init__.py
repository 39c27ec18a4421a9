"""Sends the alerts that `games.services.alerts.notices` has queued: when, to whom, by mail, push or webhook, in which
words.
"""
