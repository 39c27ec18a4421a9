"""A simulated world for `script/bench alerts`: people, an unreliable mail server, and a ledger of the expected
alerts.
"""
