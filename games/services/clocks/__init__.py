"""The clocks of games: reads them, and starts and stops them by events.

Belongs here: arithmetic of time left, calendars and rings. Others import `clocks`; nothing here appends an event.
"""
