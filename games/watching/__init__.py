"""Monitoring: signs of life of the site's parts, and the alarms for those who run it."""
