"""What the site notices of itself: signs of life of its parts, and the alarms that somebody who runs it should hear."""
