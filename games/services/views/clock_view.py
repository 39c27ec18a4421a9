"""The part `time` of a view: clocks, pauses, vacations, offers, and the acts possible with them."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import TypedDict

from django.utils import timezone
from django.utils.translation import gettext as _

from games.access import Access, Viewer
from games.models import Game, Offer, Seat
from games.paces import describe, in_words, pace_name
from games.services.clocks import clocks
from games.services.rounds import time_state
from games.services.views import listing
from games.shapes import Json, JsonObject
from games.timekeeping.calendars import Calendar

Kind = Offer.Kind


SideTime = TypedDict(
    "SideTime", {"away-until": str | None, "left": int | None, "running": bool, "stopped": str, "until": str | None}
)
"""One side's clock: seconds left, whether it runs, why it stands still, when it runs out, and the end of its player's
vacation.
"""


class Due(TypedDict):
    """What happens first by the clock alone: `clock`, `vacation`, `pause`, `round`; whose it is; when."""

    what: str
    side: str | None
    at: str


def time_of(access: Access, viewer: Viewer) -> JsonObject | None:
    """Returns the part `time` of a view; None for a solo game.

    `viewer` is a side whose view this person may have, or None.

    Lengths are whole seconds, moments ISO strings. Whose own clock it is sees it as it is, everybody else as it would
    be if nobody had finished since the last wall (`TimedSeat`).
    """
    game, now = access.game, timezone.now()
    if game.solo:
        return None
    calendars = clocks.calendars_of([(game, access.seats.values())])
    plays = viewer in access.sides
    running = game.status == Game.Status.ACTIVE
    sides = {
        side: side_of(game, seat, calendars[seat.pk], now, own=plays and side == viewer)
        for side, seat in sorted(access.seats.items())
    }
    resumes = game.resume_at.isoformat() if game.resume_at and clocks.is_paused(game, now) else None
    round_now = _round_of(access, calendars, now) if running else None
    return {
        "pace": game.pace,
        "pace-text": pace_text(game),
        "stopped": _why_stopped(game, now),
        "resumes": resumes,
        "sides": sides,
        "round": round_now,
        "due": _first_due(sides, resumes, round_now) if running else None,
        "offers": [
            {"kind": offer.kind, "side": offer.side, "made-at": offer.made_at.isoformat()}
            for offer in _open_offers(access)
        ],
        "may": _open_acts(access, str(viewer), now) if plays and running else [],
        "gift": in_words(clocks.pace_of(game).gift),
        "zone": timezone.get_current_timezone_name(),
        "notice": in_words(clocks.pace_of(game).notice),
    }


def _why_stopped(game: Game, now: datetime) -> str:
    """Why the clocks of a running game stand still."""
    if game.status != Game.Status.ACTIVE or not (clocks.has_clock(game) or clocks.is_held(game)):
        return ""
    return clocks.stopped_by(game, now)


def _round_of(access: Access, calendars: Mapping[int, Calendar], now: datetime) -> time_state.RoundTime | None:
    """Returns the round of the game in its tournament, with the time left; None for a game of none."""
    if not any(seat.game_has_round for seat in access.seats.values()):
        return None
    return time_state.round_of(
        access.game, access.seats, {side: calendars[seat.pk] for side, seat in access.seats.items()}, now
    )


def _first_due(
    sides: Mapping[str, SideTime], resumes: str | None, round_now: time_state.RoundTime | None
) -> Due | None:
    """Returns what happens first by the clock alone: a time that runs out, the end of a vacation, of a pause, or of the
    round.
    """
    found: list[tuple[str, str | None, str | None]] = [
        ("clock", side, shown["until"]) for side, shown in sides.items() if shown["running"]
    ]
    found += [
        ("vacation", side, shown["away-until"]) for side, shown in sides.items() if shown["stopped"] == "vacation"
    ]
    if resumes:
        found.append(("pause", None, resumes))
    if round_now is not None:
        state = round_now["state"]
        found.append(("round" if state == time_state.RUNS else state, None, round_now["ends-at"]))
    dated: list[Due] = [{"what": what, "side": side, "at": at} for what, side, at in found if at]
    return min(dated, key=lambda due: datetime.fromisoformat(due["at"]), default=None)


def side_of(game: Game, seat: Seat, calendar: Calendar, now: datetime, *, own: bool) -> SideTime:
    """Returns one side's clock, and the end of its player's vacation, if there is one."""
    reading = clocks.read(game, seat, calendar, now, own=own)
    away = max((until for since, until in calendar.away if since <= now < until), default=None)
    away_until = away.isoformat() if away and game.status == Game.Status.ACTIVE else None
    if reading is None:
        return {"away-until": away_until, "left": None, "running": False, "stopped": "", "until": None}
    return {
        "away-until": away_until,
        "left": max(0, round(reading.left / timedelta(seconds=1))),
        "running": reading.running,
        "stopped": reading.stopped,
        "until": reading.until.isoformat() if reading.until else None,
    }


def pace_text(game: Game) -> str:
    """The pace with its figures: "slow: 7 days, 1 day more after each turn, 14 days at most.

    Weekends are free (Europe/Paris).".
    """
    text = _("{pace}: {figures}").format(pace=pace_name(game.pace), figures=describe(game.pace))
    if game.weekend_zone:
        text = _("{pace}; weekends are free ({zone})").format(pace=text, zone=game.weekend_zone)
    return text


def times_in_list(games: Collection[Game], user_id: int | None) -> dict[int, JsonObject]:
    """Returns the time left in games, by their primary key, with one query for all. Games come as `listing` gives them.

    `left` and `until` are those of the viewer's own clock if the game waits for them, else of the side with the least
    time that it waits for, as everybody may know it. Each entry has `pace`, `left` (seconds or None), `until`,
    `stopped`, `away` (sides on vacation) and `round`, the time of a tournament's round.
    """
    now = timezone.now()
    timed = [(game, listing.seats_of(game)) for game in games if not game.solo]
    rounds = time_state.pairings_of([game.pk for game, _seats in timed if game.status == Game.Status.ACTIVE])
    calendars = clocks.calendars_of([(game, seats) for game, seats in timed if game.status == Game.Status.ACTIVE])
    lines = {game.pk: _clock_in_list(game, seats, calendars, now, user_id) for game, seats in timed}
    for key, pairing in rounds.items():
        state, end = time_state.end_of(pairing, now)
        lines[key]["round"] = {
            "state": state,
            "ends-at": end.isoformat() if end is not None and state != time_state.LAST_DAY else None,
        }
    return lines


def _clock_in_list(
    game: Game, seats: list[Seat], calendars: Mapping[int, Calendar], now: datetime, user_id: int | None
) -> JsonObject:
    """Returns the clock of a game for a list: the time of the side that is waited for."""
    line: Json = {"pace": game.pace, "left": None, "until": None, "stopped": "", "away": [], "round": None}
    if game.status != Game.Status.ACTIVE:
        return line
    found = []
    for seat in seats:
        own = user_id is not None and seat.user_id == user_id
        shown = side_of(game, seat, calendars[seat.pk], now, own=own)
        if shown["away-until"]:
            line["away"].append(seat.side)
        if shown["left"] is not None and (seat.awaited if own else seat.awaited_at_wall):
            found.append((not own, shown["left"], shown["until"], shown["stopped"]))
    if found:
        _own, line["left"], line["until"], line["stopped"] = min(found, key=lambda one: one[:2])
    return line


def _open_offers(access: Access) -> list[Offer]:
    if access.game.status != Game.Status.ACTIVE or not any(seat.game_has_offers for seat in access.seats.values()):
        return []
    return list(access.game.offers.filter(state=Offer.State.OPEN).order_by("pk"))


def _open_acts(access: Access, side: str, now: datetime) -> list[str]:
    """Returns the acts open to this side.

    Kinds of offers, `give-time`, `end-pause`, `claim`; with `claim-computer` the claim is that the computer plays on.
    """
    game = access.game
    can = [str(kind) for kind in (Kind.END, Kind.ANNUL)]
    if clocks.has_clock(game):
        paused = clocks.is_paused(game, now)
        can += [str(Kind.MORE_TIME), "give-time"]
        can += ["end-pause"] if paused and game.resume_at is None else [str(Kind.PAUSE)]
        if clocks.claim_refusal(access, side, now) is None:
            can += ["claim", "claim-computer"] if game.offers_computer else ["claim"]
    return sorted(can)
