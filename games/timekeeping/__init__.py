"""Arithmetic of time: how long each side has been asked, and when something is due.

No Django in it, no database, no present moment.

- `calendars`: which stretches count, by what stops a clock: vacation, weekend, the site being away. Time used and due
  at follow.
- `days`: local days of a person, which have 23, 24 or 25 hours.
- `seats`: what one seat's clock does when it is asked, finishes, hands over, or is stopped.
- `rounds`: who loses when the time of a round is over, and who gets more.
- `outages`: when the site was away, by the heartbeats of its scheduler.

Clocks of games (`games.services.clocks`), rounds and challenges (`games.tournaments`), claims and take-overs by the
computer, reminders, sweeps, and the figures of views all ask here.
"""
