"""Queues alerts for `games.alerts` to send, and drops those that are needed no more.

Belongs here: rows of the outbox, and visits, which make alerts superfluous. Others import `notices` (queue, drop) and
`visits`.
"""
