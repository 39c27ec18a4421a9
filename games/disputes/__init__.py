"""Disputes: a player reports a problem, a reviewer who is tied to neither side looks at it, acts and decides; once it may be appealed."""
