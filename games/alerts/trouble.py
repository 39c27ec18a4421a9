"""Errors of sending."""


class NotNow(Exception):
    """A temporary failure: try again later."""


class ServerAway(NotNow):
    """The mail server cannot be reached or takes nothing: no use in trying the next mail at once."""


class Refused(Exception):
    """A permanent failure: do not try again."""


class AddressRefused(Refused):
    """There is no such address, or its mailbox takes nothing: not a matter of this one mail."""
