"""The address that mail to a person may go to."""

from allauth.account.models import EmailAddress

from games.models import User
from games.statements import Statement


def confirmed_address(user: User) -> str | None:
    """The address this person has confirmed to be theirs; None if there is none. Alerts go to no other."""
    found = _confirmed.first(user=user.pk)
    return found.email if found is not None and user.is_active else None


_confirmed = Statement(
    "SELECT {mail} FROM account_emailaddress mail WHERE mail.user_id = %(user)s AND mail.verified "
    'ORDER BY mail."primary" DESC, mail.id LIMIT 1',
    mail=EmailAddress,
)


def unconfirmed_address(user: User) -> str | None:
    """The address that waits for its confirmation; None if there is none."""
    address = EmailAddress.objects.get_new(user)
    return address.email if address is not None else None
