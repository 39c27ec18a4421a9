"""The computer in games with people: who thinks about which game and when, what it knows, and its acts.

Others import `turns` (play_due, queue_missing, games_before).
"""
