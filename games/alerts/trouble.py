"""What can go wrong in sending."""


class NotNow(Exception):
    """It may go well later."""


class ServerAway(NotNow):
    """The mail server cannot be reached or takes nothing: no use in trying the next mail at once."""


class Refused(Exception):
    """It will not go well later either."""


class AddressRefused(Refused):
    """There is no such address, or its mailbox takes nothing: not a matter of this one mail."""
