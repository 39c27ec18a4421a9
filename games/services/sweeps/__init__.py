"""Periodic tasks on games: clock reminders, and closing games that nobody plays any more.

Belongs here: functions that `games.tasks` calls, over many games. Nothing but tasks imports them.
"""
