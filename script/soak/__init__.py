"""A simulated world for `script/bench alerts`: people, a mail server with moods, and a ledger that knows what should have been."""
