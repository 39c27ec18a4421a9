"""Replacements for parts of Django and Channels, each with its measured gain.

`OWN_RUNTIME=off` runs the site without them, on what Django, Channels and the drivers bring.
"""
