"""The mail addresses of a person."""

from allauth.account.models import EmailAddress

from games.models import User


def confirmed_address(user: User) -> str | None:
    """Returns the address this person has confirmed, or None. Alerts go to no other."""
    found = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk").first()
    return found.email if found is not None and user.is_active else None


def unconfirmed_address(user: User) -> str | None:
    """Returns the address that waits for confirmation, or None."""
    address = EmailAddress.objects.get_new(user)
    return address.email if address is not None else None
