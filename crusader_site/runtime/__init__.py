"""Parts of Django and Channels that this site does in its own way, each with what that gains.

`OWN_RUNTIME=off` runs the site without them, on what Django, Channels and the drivers bring.
"""
