"""The mail addresses of a person."""

from allauth.account.models import EmailAddress

from games.models import User
from games.statements import Statement


def confirmed_address(user: User) -> str | None:
    """Returns the address this person has confirmed, or None. Alerts go to no other."""
    found = _confirmed.first(user=user.pk)
    return found.email if found is not None and user.is_active else None


_confirmed = Statement(
    "SELECT {mail} FROM account_emailaddress mail WHERE mail.user_id = %(user)s AND mail.verified "
    'ORDER BY mail."primary" DESC, mail.id LIMIT 1',
    mail=EmailAddress,
)


def unconfirmed_address(user: User) -> str | None:
    """Returns the address that waits for confirmation, or None."""
    address = EmailAddress.objects.get_new(user)
    return address.email if address is not None else None
