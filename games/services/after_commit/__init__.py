"""What runs when a transaction has been committed: announcements to sockets, and the word to the computer that it is
asked.

Belongs here: what other processes or open pages hear of a change, ids and versions alone. What is sent to people who
are away is an alert.
"""
