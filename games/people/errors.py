"""Errors of sanctions."""

from django.utils.translation import gettext_lazy as _

from games.errors import Refused


class Suspended(Refused):
    status, code = 403, "suspended"


class Banned(Refused):
    status, code = 403, "banned"
    detail = _(
        "You are banned from this site: a reviewer decided so. The dispute about it, your data and your account stay"
        " open to you."
    )


class Muted(Refused):
    status, code = 403, "muted"
