"""The address that mail to a person may go to."""

from allauth.account.models import EmailAddress

from games.models import User


def confirmed_address(user: User) -> str | None:
    """The address this person has confirmed to be theirs; None if there is none. Alerts go to no other."""
    address = EmailAddress.objects.get_verified(user)
    return address.email if address is not None and user.is_active else None


def unconfirmed_address(user: User) -> str | None:
    """The address that waits for its confirmation; None if there is none."""
    address = EmailAddress.objects.get_new(user)
    return address.email if address is not None else None
