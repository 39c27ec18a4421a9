"""A player's acts in a running game: actions, undo, resignation, standing orders; and rewinds and rules upgrades.

Belongs here: whatever applies the rules to a game. Others import `play` (submit, undo, restart_turn, resign),
`standing_orders`, `rewinding` and `rules_upgrade`.
"""
