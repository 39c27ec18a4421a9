"""Reviewers' conflicts of interest ("ties") with cases, as SQL conditions over many cases at once."""

from collections.abc import Collection
from datetime import timedelta

from django.db.models import BooleanField, Case, Exists, OuterRef, Q, QuerySet, Value, When
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import DisputeCase, Game, Relation, Seat, StaffAction, User
from games.models.dispute import FINAL_ROUND
from games.shapes import Annotated, Text

NEAR = timedelta(days=90)
"""A reviewer who has played with a party within this time is tied to it."""
REASONS: dict[str, Text] = {
    "plays": _("You play, or played, in this game."),
    "blocked": _("You or one of the players has blocked the other."),
    "near": _("You play with one of them, or did within three months."),
    "decided": _("The decision that is appealed is yours: another reviewer looks at it."),
}
CLOSING = ("plays", "blocked", "near")
"""The reviewer who decided a case may read it when it is appealed; nobody else who is tied may."""
FORGIVABLE = ("blocked", "near")
"""In spite of these a second reviewer may let somebody review a case: nobody judges their own game, or twice the
same.
"""
IN_SHORT: dict[str, Text] = {
    "blocked": _("one blocked the other"),
    "near": _("plays with one of them, or did within three months"),
}


def with_ties(cases: QuerySet[DisputeCase], user: User, *, forgiven: bool = True) -> Annotated:
    """Annotates cases with each of REASONS, and with `closed`: whether this reviewer may not look at them.

    What another reviewer has forgiven in a case does not count, unless `forgiven` is false.
    """
    opener, other = OuterRef("opener"), OuterRef("other")
    own = Seat.objects.filter(user=user).values("game")
    lately = Q(game__status=Game.Status.ACTIVE) | Q(game__ended_at__gte=timezone.now() - NEAR)
    conditions = {
        "plays": Q(opener=user)
        | Q(other=user)
        | Q(merged_into__opener=user)
        | Q(merged_into__other=user)
        | Q(Exists(Seat.objects.filter(game=OuterRef("game"), user=user))),
        "blocked": Q(
            Exists(
                Relation.objects.filter(
                    Q(person=user) & (Q(other=opener) | Q(other=other))
                    | Q(other=user) & (Q(person=opener) | Q(person=other))
                )
            )
        ),
        "near": Q(
            Exists(
                Seat.objects.filter(
                    lately, Q(user=opener) | Q(user=other), game__in=own, game__solo=False, game__computer=""
                )
            )
        ),
        "decided": Q(round=FINAL_ROUND, decided_by=user),
    }
    if forgiven:
        here = Q(case=OuterRef("pk")) | Q(case=OuterRef("merged_into"))
        allowed = StaffAction.objects.filter(here, kind=StaffAction.Kind.ALLOWED, person=user)
        conditions |= {name: conditions[name] & ~Q(Exists(allowed)) for name in FORGIVABLE}
    closed = conditions["plays"] | conditions["blocked"] | conditions["near"]
    return cases.annotate(
        **{name: _as_boolean(condition) for name, condition in conditions.items()}, closed=_as_boolean(closed)
    )


def _as_boolean(condition: Q) -> Case:
    return Case(When(condition, then=Value(True)), default=Value(False), output_field=BooleanField())


def near_to(user: User, person: User) -> bool:
    """Whether a reviewer has a conflict of interest with a player, and so may not read what reviewers know of them."""
    if user == person or Relation.objects.filter(Q(person=user, other=person) | Q(other=user, person=person)).exists():
        return True
    own = Seat.objects.filter(user=user).values("game")
    lately = Q(game__status=Game.Status.ACTIVE) | Q(game__ended_at__gte=timezone.now() - NEAR)
    return Seat.objects.filter(lately, user=person, game__in=own, game__solo=False, game__computer="").exists()


def conflict_reasons(user: User, case: DisputeCase, *, forgiven: bool = True) -> list[str]:
    """Returns the keys of REASONS that keep this person from reviewing the case or one merged into it; empty if
    none.
    """
    together = DisputeCase.objects.filter(Q(pk=case.pk) | Q(merged_into=case.pk))
    rows = list(with_ties(together, user, forgiven=forgiven).values(*REASONS))
    found = [name for name in REASONS if any(row[name] for row in rows)]
    return ["plays"] if "plays" in found else found


def can_be_forgiven(found: Collection[str]) -> bool:
    """Whether a second reviewer may let somebody with these ties review a case."""
    return bool(found) and all(name in FORGIVABLE for name in found)
