"""What runs after a transaction has been committed: announcements to sockets, and calls to the computer.

Belongs here: what other processes or open pages hear of a change, ids and versions alone. What is sent to people who
are away is an alert.
"""
