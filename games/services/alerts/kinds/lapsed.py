"""Alerts of what was offered, agreed or left behind and no longer stands (docs/consent.md). They never say why."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.services.alerts.kinds.base import Reader
from games.services.alerts.kinds.offers import Offer


@dataclass(frozen=True, kw_only=True)
class Lapsed(Offer):
    """Alert: an offer of one of the two, or an agreement of both, no longer stands."""

    mark, values = "offer", ("lapsed",)
    offer: str = "lapsed"

    def title(self, reader: Reader) -> str:
        return _("What was offered or agreed in your game no longer stands: see its log.")

    def head(self, reader: Reader) -> str:
        return _("An offer no longer stands")


@dataclass(frozen=True, kw_only=True)
class OrdersLapsed(Offer):
    """The reader's standing orders are gone: the position for which they were left is."""

    mark, values = "offer", ("orders-lapsed",)
    offer: str = "orders-lapsed"

    def title(self, reader: Reader) -> str:
        return _("Your standing orders no longer stand: the game was rewound. Leave new ones if you like.")

    def head(self, reader: Reader) -> str:
        return _("Your standing orders no longer stand")


@dataclass(frozen=True, kw_only=True)
class RematchLapsed(Offer):
    """The rematch that one of the two had offered was withdrawn."""

    mark, values = "offer", ("rematch-lapsed",)
    offer: str = "rematch-lapsed"

    def title(self, reader: Reader) -> str:
        return _("The rematch that was offered no longer stands.")

    def head(self, reader: Reader) -> str:
        return _("The rematch no longer stands")

    def why_not(self, reader: Reader, now: datetime) -> str:
        return ""
