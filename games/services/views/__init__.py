"""What a viewer may see of games: views, history, news, replays, clocks, lists.

Belongs here: reading only, through whitelists of what each viewer may know. Others import `view`, `history`, `replay`,
`listing` and their like; nothing here writes.
"""
