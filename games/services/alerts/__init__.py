"""Notifies people: queues alerts for `games.alerts` to send, and sends announcements to sockets.

Belongs here: rows of the outbox, messages to socket groups, and visits, which make alerts superfluous. Others import `notices` (queue,
drop), `announce` (the `..._after_commit` functions) and `visits`.
"""
