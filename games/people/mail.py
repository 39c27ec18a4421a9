"""The address that mail to a person may go to."""

from allauth.account.models import EmailAddress

from games.models import User
from games.prepared import Prepared


def confirmed_address(user: User) -> str | None:
    """The address this person has confirmed to be theirs; None if there is none. Alerts go to no other."""
    found = _confirmed(user=user.pk)
    return found[0].email if found and user.is_active else None


_confirmed = Prepared(lambda user: EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk")[:1], user=int)


def unconfirmed_address(user: User) -> str | None:
    """The address that waits for its confirmation; None if there is none."""
    address = EmailAddress.objects.get_new(user)
    return address.email if address is not None else None
