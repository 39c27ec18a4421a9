"""Parts of Django and Channels that this site does in its own way, each with what that saves."""
