"""What the site does by the clock: reminders of time, and the closing of games nobody touches.

Belongs here: functions that `games.tasks` calls, over many games. Nothing but tasks imports them.
"""
