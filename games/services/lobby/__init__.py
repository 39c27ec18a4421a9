"""Games before their start: created, joined, searched for, invited to, begun.

Belongs here: what happens to open games. Others import `lobby`, `matching`, `invitations`, `rematches`, `starting`, `limits`, `blocking`.
"""
