"""What people are told: alerts queued for `games.alerts` to send, and announcements to sockets.

Belongs here: rows of the outbox and messages to socket groups, each written or sent with the transaction of its occasion. Imports no
other room. Others import `notices` (queue, drop) and `announce` (the `..._after_commit` functions).
"""
