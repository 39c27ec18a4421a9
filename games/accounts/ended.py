"""Signal receivers for ended sessions, changed passwords and sanctions: open sockets check their session, browsers get
no more alerts.

They listen to the rows themselves, so any page, command or library may end a session. A change without signals
(`QuerySet.update`) is noticed at the next message of a socket, which looks its session up.
"""

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models.signals import post_delete, post_save
from django.utils import timezone

from games.alerts import browsers
from games.models import Sanction, User
from games.services.after_commit import announce


def connect() -> None:
    """Connects the signals of sessions, accounts and sanctions that end somebody's access."""
    post_delete.connect(_session_gone, sender=Session, dispatch_uid="games.accounts.ended session")
    post_save.connect(_account_changed, sender=User, dispatch_uid="games.accounts.ended account")
    post_save.connect(_sanction_laid, sender=Sanction, dispatch_uid="games.accounts.ended sanction")


def _session_gone(instance: Session, **kwargs: object) -> None:
    """Puts the session's browsers to sleep, and has the person's sockets check their session.

    The browsers of an expired session, which nobody ended, sleep only after the next alert has told them so.
    """
    if instance.expire_date > timezone.now():
        browsers.session_over(instance.session_key)
    person = str(instance.get_decoded().get(SESSION_KEY, ""))
    if person.isdecimal():
        announce.account_changed_after_commit(int(person))


def _account_changed(instance: User, created: bool, **kwargs: object) -> None:
    if not created:
        announce.account_changed_after_commit(instance.pk)


def _sanction_laid(instance: Sanction, created: bool, **kwargs: object) -> None:
    if created and instance.kind == Sanction.Kind.SUSPENSION:
        announce.suspended_after_commit(instance.person_id)
