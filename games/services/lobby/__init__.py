"""Games before their start: create, join, search, invite, begin.

Belongs here: what happens to open games. Others import `lobby`, `matching`, `invitations`, `rematches`, `starting`,
`limits`, `blocking`.
"""
