"""The clocks of games: started and stopped by events, and read.

Belongs here: arithmetic of time left, calendars and rings. Others import `clocks`; nothing here appends an event.
"""
