"""Errors of sending alerts."""


class NotNow(Exception):
    """A temporary failure: try again later."""


class ServerAway(NotNow):
    """The mail server is unreachable or takes nothing: the next mail would fail, too."""


class Refused(Exception):
    """A permanent failure: do not try again."""


class AddressRefused(Refused):
    """The address does not exist or its mailbox takes nothing: every mail to it would fail."""
