"""Acts beside the board: offers between players, vacations, freezes, and ends of games by other means than play.

Belongs here: what changes time or result without an action of the rules. Others import `offers`, `vacations`,
`freezing`, `endings`.
"""
