"""The acts of a reviewer, one class each: when it is possible, its parameters, and its effect on the game or a
person.
"""

import uuid
from collections.abc import Mapping
from datetime import timedelta
from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.access import Access
from games.accounts import leaving
from games.disputes import banning, errors
from games.models import DisputeCase, Game, GameEvent, Sanction, Seat, StaffAction, Visit
from games.models.game import OTHER, SIDES
from games.people import relations, sanctions
from games.services.after_commit import announce
from games.services.agreements import consent, endings, freezing
from games.services.alerts import notices
from games.services.alerts.kinds.starts import TookOver
from games.services.clocks import clocks, least
from games.services.lobby import rematches
from games.services.play import rewinding
from games.services.record.appending import Entry, append
from games.shapes import Json, JsonObject, Payload, RecordedFact, Text
from games.timekeeping import days
from games.words import side_name

Kind = StaffAction.Kind
Params = Json
RULING = "dispute"
"""Why a game ended by a reviewer's act, for everybody; the reviewer's own words are for the players alone."""
HOURS = (1, 6, 24, 72, 168)
USUAL = "usual"
DAYS = (1, 3, 7, 30, 90, 365)


class Act:
    """Base class of acts. `asks` names the fields of its form: `side`, `hours`, `least`, `event`, `winner`, `name`,
    `agreed`, `days`.
    """

    kind: ClassVar[str]
    name: ClassVar[Text]
    what: ClassVar[Text]
    asks: ClassVar[tuple[str, ...]] = ()
    shuts_out: ClassVar[bool] = False
    """Whether it ends what a person has in other games and tournaments, which are locked before."""
    may_settle: ClassVar[bool] = True
    must_settle: ClassVar[bool] = False

    def fits(self, access: Access) -> bool:
        """Whether the act is possible in the game's present state."""
        return access.game.status in (Game.Status.ACTIVE, Game.Status.OVER)

    def read(self, access: Access, given: Mapping[str, str]) -> Params:
        """Returns the checked parameters. Raises BadAct or CannotAct."""
        return {name: READERS[name](access, given.get(name, "")) for name in self.asks}

    def warnings(self, access: Access, params: Params) -> list[str]:
        """Returns warnings that the reviewer reads before confirming."""
        return []

    def do(self, access: Access, case: DisputeCase, params: Params, key: uuid.UUID) -> GameEvent:
        """Performs the act, with the game locked, and returns the event of kind `staff` that records it."""
        raise NotImplementedError

    def audited(self, params: Params) -> JsonObject:
        """Returns the parameters that the audit log stores."""
        spans = {
            name: int(value.total_seconds() // 3600) for name, value in params.items() if isinstance(value, timedelta)
        }
        return spans | {name: value for name, value in params.items() if isinstance(value, str | int)}

    def players_words(self, params: Params) -> str:
        """Returns the key in `games.services.alerts.kinds.disputes.ACTED` of the text that players read."""
        return self.kind

    def after(self, action: StaffAction, params: Params) -> None:
        """Carries out what needs the row of the audit log, such as a sanction."""


class Freeze(Act):
    kind, name = Kind.FREEZE, gettext_lazy("Freeze the clocks")
    what = gettext_lazy("All clocks stand still until you let them go on. Moves can still be made.")
    may_settle = False

    def fits(self, access: Access) -> bool:
        return access.game.status == Game.Status.ACTIVE and access.game.frozen_at is None

    def do(self, access: Access, case: DisputeCase, params: Params, key: uuid.UUID) -> GameEvent:
        return _require_event(freezing.freeze(access, key=key))


class Resume(Act):
    kind, name = Kind.RESUME, gettext_lazy("Let the clocks go on")
    what = gettext_lazy("The clocks of those whose turn it is run again, with the least that you choose.")
    asks = ("least",)

    def fits(self, access: Access) -> bool:
        return access.game.status == Game.Status.ACTIVE and access.game.frozen_at is not None

    def do(self, access: Access, case: DisputeCase, params: Params, key: uuid.UUID) -> GameEvent:
        event = _require_event(freezing.unfreeze(access, key=key))
        least.raise_clocks(access, params["least"])
        return event


class GrantTime(Act):
    kind, name = Kind.TIME, gettext_lazy("Grant time")
    what = gettext_lazy("One side gets more time on its clock, beyond the cap of the pace if need be.")
    asks = ("side", "hours")

    def fits(self, access: Access) -> bool:
        return access.game.status == Game.Status.ACTIVE and clocks.has_clock(access.game)

    def do(self, access: Access, case: DisputeCase, params: Params, key: uuid.UUID) -> GameEvent:
        return freezing.grant_time(access, to=params["side"], amount=timedelta(hours=params["hours"]), key=key)


class Restore(Act):
    kind, name = Kind.RESTORE, gettext_lazy("Restore the game")
    what = gettext_lazy(
        "A game that ended by time, resignation, agreement or a reviewer's act goes on from where it stood."
    )
    asks = ("hours",)

    def fits(self, access: Access) -> bool:
        return endings.can_be_restored(access)

    def warnings(self, access: Access, params: Params) -> list[str]:
        return _seen_since_the_end(access)

    def do(self, access: Access, case: DisputeCase, params: Params, key: uuid.UUID) -> GameEvent:
        rematches.lapse(access.game)
        time = timedelta(hours=params["hours"])
        event = endings.restore(access, reason="", time=time, key=key)
        least.raise_clocks(access, time)
        return event


class Rewind(Act):
    kind, name = Kind.REWIND, gettext_lazy("Rewind to an event")
    what = gettext_lazy(
        "The game goes on from how it stood after an earlier event. Nothing is deleted; what came after is shown as"
        " taken back, and dice and draws are new. Whoever is asked then has the least that you choose."
    )
    asks = ("event", "least")

    def read(self, access: Access, given: Mapping[str, str]) -> Params:
        params = super().read(access, given)
        rewinding.check_target(access, params["event"])
        return params

    def warnings(self, access: Access, params: Params) -> list[str]:
        """Returns how many decisions are taken back, and whether dice are among them."""
        since = access.game.events.filter(seq__gt=params["event"], kind=GameEvent.Kind.ACTION)
        count = since.count()
        found = [
            ngettext("{count} decision is taken back.", "{count} decisions are taken back.", count).format(count=count)
        ]
        if any(draws for draws in since.values_list("draws", flat=True)):
            found.append(
                _(
                    "Dice or draws are among them. The players have seen their results, and those that follow will be"
                    " others."
                )
            )
        return found + (_seen_since_the_end(access) if access.game.status == Game.Status.OVER else [])

    def audited(self, params: Params) -> JsonObject:
        # Under `event` the log has the number of the last one.
        return {"to": params["event"], **super().audited({"least": params["least"]})}

    def do(self, access: Access, case: DisputeCase, params: Params, key: uuid.UUID) -> GameEvent:
        rematches.lapse(access.game)
        event = rewinding.rewind(access, to=params["event"], key=key)
        least.raise_clocks(access, params["least"])
        return event


class SetResult(Act):
    kind, name = Kind.RESULT, gettext_lazy("Set the result")
    what = gettext_lazy("The game is over, or was, with the result you give. It counts for ratings if somebody wins.")
    asks = ("winner",)

    def do(self, access: Access, case: DisputeCase, params: Params, key: uuid.UUID) -> GameEvent:
        winner = params["winner"]
        fact = {"type": "result-ruled", "winner": winner} if winner else {"type": "result-ruled"}
        return endings.set_result(
            access, ending=Game.Ending.RULING, winner=winner, reason=RULING if winner else "nobody", fact=fact, key=key
        )


class Annul(Act):
    kind, name = Kind.ANNUL, gettext_lazy("Annul the game")
    what = gettext_lazy("The game is over without a result and counts for nothing.")

    def fits(self, access: Access) -> bool:
        return super().fits(access) and access.game.ending != Game.Ending.ANNULLED

    def do(self, access: Access, case: DisputeCase, params: Params, key: uuid.UUID) -> GameEvent:
        fact = {"type": "annulled-by-staff"}
        return endings.set_result(access, ending=Game.Ending.ANNULLED, winner="", reason=RULING, fact=fact, key=key)


class Replace(Act):
    kind, name = Kind.REPLACE, gettext_lazy("Replace a player")
    what = gettext_lazy(
        "Somebody else takes over a side of the running game, with everything that side knows, and with a full clock."
    )
    asks = ("side", "name", "agreed")

    def fits(self, access: Access) -> bool:
        return access.game.status == Game.Status.ACTIVE

    def read(self, access: Access, given: Mapping[str, str]) -> Params:
        """Reads the new player. Raises BadAct for somebody who cannot take the seat."""
        params = super().read(access, given)
        person = relations.find_person(given.get("name", ""))
        remaining = access.seats[OTHER[params["side"]]].user
        if any(seat.user_id == person.pk for seat in access.seats.values()) or person.pk == access.user.pk:
            raise errors.BadAct(_("This person cannot take the seat: they play in this game, or review it."))
        shut_out = sanctions.sanction_end(person, sanctions.SUSPENSION) or sanctions.ban_of(person)
        if relations.blocked(person, remaining) or shut_out:
            raise errors.BadAct(_("This person cannot take the seat."))
        return params | {"person": person, "name": person.username}

    def do(self, access: Access, case: DisputeCase, params: Params, key: uuid.UUID) -> GameEvent:
        side, person = params["side"], params["person"]
        seat = access.seats[side]
        before = seat.user
        clocks.keep_at_least(access, {side: clocks.pace_of(access.game).reserve})
        seat.user = person
        Seat.objects.filter(pk=seat.pk).update(user=person)
        # Open pages of who sat here would go on hearing what this side alone may know.
        announce.reseat_after_commit(access.game, side)
        announce.turns_after_commit([before.pk if before is not None else None, person.pk])
        clocks.save_clocks(access)
        # Names are in the audit log. A record goes out into the world, and keeps to seats.
        event = _aside(access, {"type": self.kind, "seat": side}, {"type": "player-replaced", "side": side}, key)
        consent.lapse(access, consent.Cause.REPLACED, sides=(side,))
        least.raise_clocks(access)
        notices.follow_seating(game=access.game, seat=seat, before=before)
        notices.queue(user=person, game=access.game, alert=TookOver(took_over=side))
        return event


class OnAPerson(Act):
    """An act on one of the two players. The game's log says only that a reviewer spoke to a player."""

    asks: ClassVar[tuple[str, ...]] = ("side",)

    def read(self, access: Access, given: Mapping[str, str]) -> Params:
        """Reads the side and adds its player. Raises BadAct for a free seat or the computer."""
        params = super().read(access, given)
        person = access.seats[params["side"]].user
        if person is None:
            raise errors.BadAct(_("This seat is free."))
        if person.computer:
            raise errors.BadAct(_("The computer plays this side."))
        return params | {"person": person}

    def do(self, access: Access, case: DisputeCase, params: Params, key: uuid.UUID) -> GameEvent:
        # Whom, and what for, is in the audit log and the case: the record of a game that is over lies open to
        # everybody.
        return _aside(access, {"type": "reviewer-spoke"}, {"type": "reviewer-spoke"}, key)


class Warn(OnAPerson):
    kind, name = Kind.WARN, gettext_lazy("Warn a player")
    what = gettext_lazy("Your words go to both, and stay on this player's record for reviewers.")


class ApplySanction(OnAPerson):
    asks = ("side", "days")
    sanction: ClassVar[str]

    def players_words(self, params: Params) -> str:
        return self.kind if params["days"] else f"{self.kind}-lifted"

    def after(self, action: StaffAction, params: Params) -> None:
        """Saves the sanction; a suspension ends what lapses by it, lifting one raises the clocks."""
        until = days.later(action.created_at, params["days"], params["person"].zone)
        if not params["days"] and self.sanction == Sanction.Kind.SUSPENSION:
            least.raise_clocks_of_person(params["person"].pk)
        Sanction.objects.create(person=params["person"], kind=self.sanction, until=until, action=action)
        if self.sanction == Sanction.Kind.SUSPENSION and params["days"]:
            leaving.leave_all(params["person"], consent.Cause.SUSPENDED)


class Mute(ApplySanction):
    kind, name, sanction = Kind.MUTE, gettext_lazy("Mute a player"), Sanction.Kind.MUTE
    what = gettext_lazy("This player cannot write to anybody in any game for so long. “Lift” ends it.")


class Suspend(ApplySanction):
    kind, name, sanction = Kind.SUSPEND, gettext_lazy("Suspend a player"), Sanction.Kind.SUSPENSION
    shuts_out = True
    what = gettext_lazy("This player cannot make, join or play any game for so long; clocks run on. “Lift” ends it.")


class Ban(OnAPerson):
    kind, name = Kind.BAN, gettext_lazy("Ban a player")
    what = gettext_lazy(
        "This player is shut out of the site without an end, and so are their programs; clocks run on. The dispute with"
        " its appeal, resigning, and their own data stay open. “Lift” ends it, here or on the reviewers’ page of the"
        " player."
    )
    asks = ("side", "ban")
    shuts_out = True

    def read(self, access: Access, given: Mapping[str, str]) -> Params:
        """Reads whether to ban or lift a ban. Raises NotBanned or CannotAct if that is so already."""
        params = super().read(access, given)
        banned = sanctions.ban_of(params["person"]) is not None
        if params["ban"] == banning.LIFT and not banned:
            raise errors.NotBanned
        if params["ban"] == banning.LAY and banned:
            raise errors.CannotAct(_("This player is banned already."))
        if params["ban"] == banning.LAY and params["person"].is_staff:
            raise errors.CannotAct(_("This player is staff: an administrator has to take that from them first."))
        return params

    def players_words(self, params: Params) -> str:
        return self.kind if params["ban"] == banning.LAY else f"{self.kind}-lifted"

    def after(self, action: StaffAction, params: Params) -> None:
        """Imposes or lifts the ban."""
        if params["ban"] == banning.LAY:
            banning.impose(params["person"], action)
        else:
            banning.end(params["person"], action)


class Answer(Act):
    kind, name = Kind.ANSWER, gettext_lazy("Answer only")
    what = gettext_lazy("You decide by your words alone: nothing changes in the game.")
    must_settle = True

    def do(self, access: Access, case: DisputeCase, params: Params, key: uuid.UUID) -> GameEvent:
        return _aside(access, {"type": "answer"}, {"type": "dispute-settled"}, key)


ACTS: dict[str, Act] = {
    act.kind: act
    for act in (
        Answer(),
        Freeze(),
        Resume(),
        GrantTime(),
        Restore(),
        Rewind(),
        SetResult(),
        Annul(),
        Replace(),
        Warn(),
        Mute(),
        Suspend(),
        Ban(),
    )
}


def _aside(access: Access, payload: Payload, fact: RecordedFact, key: uuid.UUID) -> GameEvent:
    """Records a staff event that changes neither the position nor what can be taken back."""
    return append(access, Entry(GameEvent.Kind.STAFF, "", payload, wall=False, facts=[fact]), key=key, position=None)


def _require_event(event: GameEvent | None) -> GameEvent:
    """Returns the event. Raises CannotAct if there is none, as nothing changed."""
    if event is None:
        raise errors.CannotAct(_("That is so already."))
    return event


def _seen_since_the_end(access: Access) -> list[str]:
    """Warnings before a finished game runs again: its dice get a new secret, and which players opened it since the
    end.
    """
    found = [_("The game lay open to everybody since its end, and so did the secret of its dice: it gets a new one.")]
    ended = access.game.ended_at or timezone.now()
    looked = Visit.objects.filter(game=access.game, used_at__gt=ended).values_list("user", flat=True)
    for side, seat in sorted(access.seats.items()):
        if seat.user_id in looked:
            found.append(_("The player of the {side} has opened the game since.").format(side=side_name(side)))
    return found


# --- what forms ask
# ----------------------------------------------------------------------------------------------------------


def _read_side(access: Access, text: str) -> str:
    if text not in SIDES:
        raise errors.BadAct(_("Say which side is meant."))
    return text


def _read_winner(access: Access, text: str) -> str:
    if text not in (*SIDES, "none"):
        raise errors.BadAct(_("Say who wins, or that nobody does."))
    return "" if text == "none" else text


def _read_hours(access: Access, text: str) -> int:
    if text not in map(str, HOURS):
        raise errors.BadAct(_("Choose how much time is meant."))
    return int(text)


def _read_least(access: Access, text: str) -> timedelta:
    """Reads the least time that the side to move gets: the hours given, or for "" and `USUAL` as much as a player of
    that pace may give.
    """
    return least.usual(access.game) if text in ("", USUAL) else timedelta(hours=_read_hours(access, text))


def _read_days(access: Access, text: str) -> int:
    if text not in map(str, (0, *DAYS)):
        raise errors.BadAct(_("Choose for how long."))
    return int(text)


def _read_ban(access: Access, text: str) -> str:
    if text not in (banning.LAY, banning.LIFT):
        raise errors.BadAct(_("Say whether you ban or lift a ban."))
    return text


def _read_event(access: Access, text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise errors.BadAct(_("Give the number of an event."))
    return int(text)


def _read_name(access: Access, text: str) -> str:
    return text.strip()


def _read_agreed(access: Access, text: str) -> str:
    if text != "on":
        raise errors.BadAct(_("Ask the new player first, and say that they agree."))
    return text


READERS = {
    "side": _read_side,
    "winner": _read_winner,
    "hours": _read_hours,
    "least": _read_least,
    "days": _read_days,
    "ban": _read_ban,
    "event": _read_event,
    "name": _read_name,
    "agreed": _read_agreed,
}
