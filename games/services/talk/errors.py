"""What messages and notebooks refuse."""

from django.utils.translation import gettext_lazy as _

from games.errors import Refused
from games.shapes import Json


class NobodyThere(Refused):
    code = "nobody-there"
    detail = _("There is nobody in this game to write to.")


class YouBlockedThem(Refused):
    code = "blocked"
    detail = _("You have blocked this player. Unblock them to write to them.")


class NoSuchMessage(Refused):
    status, code = 404, "no-such-message"
    detail = _("There is no such message, or it is not yours.")


class TooLateToWithdraw(Refused):
    code = "too-late"
    detail = _("A message can be withdrawn for two minutes. Then it stands.")


class TooManyMessages(Refused):
    status, code = 429, "too-many-messages"
    detail = _("These were many messages in a short time. Wait a little before you write again.")

    def __init__(self, wait: int) -> None:
        more: Json = {"used-up": "messages", "retry-after": wait}
        super().__init__(**more)


class BadMessage(Refused):
    status, code = 400, "bad-message"


class BadNote(Refused):
    status, code = 400, "bad-note"


class StaleNote(Refused):
    code = "stale-note"
    detail = _(
        "The notebook was changed elsewhere since you opened it. Nothing was overwritten: choose which text shall stay."
    )

    def __init__(self, *, text: str, version: int) -> None:
        super().__init__(text=text, version=version)
        self.text, self.version = text, version
