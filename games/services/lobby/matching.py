"""Searches for opponents: pairs a person with an open game that fits, or with somebody else who searches.

Everything here happens one after the other on the whole site, so that two who seek at the same moment find each other,
and nobody is paired twice. Blocked pairs are never made.
"""

import secrets
import uuid
from datetime import timedelta

from django.db import connection, transaction
from django.utils import timezone

from games import errors, sealing
from games.access import Access, find_game, hold_person
from games.models import Game, Invitation, PaceName, SealedDice, Seeker, SoughtDice, User
from games.models.game import OTHER, SIDES
from games.paces import PACES
from games.people import presence, relations
from games.services.after_commit import announce
from games.services.lobby import limits, lobby
from games.services.record import dice
from games.services.record.dice import Contribution
from games.services.record.writing import claim_key
from games.shapes import JsonObject, PassedOn
from rules.editions import CURRENT
from rules.ruleset import Ruleset

SEEKS_FOR = timedelta(days=7)
SEEKS_LIVE_FOR = timedelta(minutes=30)
"""For a game of one evening: people who are paired must still be there."""
QUEUE = 1187_0704
"""The number of PostgreSQL's lock that everything here takes."""


def search(
    *,
    user: User,
    side: str = "",
    ruleset: JsonObject | None = None,
    pace: str = "",
    contribution: Contribution | None = None,
    idempotency_key: uuid.UUID | None = None,
) -> Access | None:
    """Searches an opponent for this person: returns their game, or None, and they wait in the queue; for a live game
    only briefly.

    An empty side is either, no ruleset any of edition 2.0 without extra blocks, an empty pace any but live.
    Seeking again changes what is sought. A
    `contribution` is for the dice reserved for this person, which the game has if it is made of this search. Raises
    BadRuleset, BadPace, TooManyGames, OtherDice and ContributedBefore.
    """
    if pace and pace not in PACES:
        raise errors.BadPace(f"The pace must be one of: {', '.join(PACES)}.")
    wanted = _read_ruleset(ruleset) if ruleset is not None else None
    with transaction.atomic():
        _one_at_a_time()
        hold_person(user)
        kept = claim_key(user, idempotency_key, {"act": "search", "side": side, "ruleset": wanted, "pace": pace})
        if kept.game is not None:
            return find_game(user=user, game_id=kept.game.public_id)
        now = timezone.now()
        before = Seeker.objects.filter(user=user).first()
        since = before.since if before is not None and before.until > now else now
        sought = _dice_of_search(user, before, contribution) if contribution is not None else None
        Seeker.objects.filter(user=user).delete()
        limits.check_beginning(user, own=False)
        wish = Seeker(user=user, side=side, ruleset=wanted, pace=pace, since=since, until=now + _patience(pace))
        access = _join_open_game(wish, contribution) or _pair(wish, contribution)
        if access is not None:
            kept.keep_answer(game=access.game)
            return access
        wish.save(force_insert=True)
        if sought is not None and contribution is not None:
            _keep_dice(wish, sought, contribution)
        announce.turns_after_commit([user.pk])
        return None


def _read_ruleset(ruleset: JsonObject) -> JsonObject:
    """Reads the options of a search. Raises BadRuleset."""
    try:
        return Ruleset.for_new_game(ruleset).to_json()
    except ValueError as error:
        raise errors.BadRuleset(str(error)) from error


def stop(*, user: User) -> None:
    """Ends this person's search. Without one it changes nothing."""
    with transaction.atomic():
        _one_at_a_time()
        seeker = Seeker.objects.filter(user=user).first()
        if seeker is None:
            return
        seeker.delete()
        announce.turns_after_commit([user.pk])


def search_of(user: User) -> Seeker | None:
    """Returns this person's search, also one that lately ended without an opponent (its `until` is past)."""
    return Seeker.objects.filter(user=user).first()


def open_game(*, user: User, **options: PassedOn) -> Access:
    """Creates a game as `lobby.create_game` does; somebody whose search it fits joins at once."""
    with transaction.atomic():
        _one_at_a_time()
        access = lobby.create_game(user=user, **options)
        game = access.game
        if (
            game.status != Game.Status.OPEN
            or game.visibility != Game.Visibility.PUBLIC
            or game.by_hand
            or game.take_over
        ):
            return access
        for seeker in _seekers(user):
            if _fits(seeker, game, lobby.free_side(access)):
                _seat_searcher(seeker, game)
                return find_game(user=user, game_id=game.public_id)
        return access


def _patience(pace: str) -> timedelta:
    """Returns for how long a search lasts."""
    return SEEKS_LIVE_FOR if pace == PaceName.LIVE else SEEKS_FOR


def _one_at_a_time() -> None:
    """Locks pairing until the end of the transaction. On SQLite the transaction is the lock: it begins IMMEDIATE."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [QUEUE])


def _dice_of_search(user: User, before: Seeker | None, contribution: Contribution) -> SealedDice:
    """Returns the reserved dice for which this contribution was made.

    A repeated search keeps its dice and contribution.
    """
    held = SoughtDice.objects.filter(seeker=before, game_id=contribution.dice).first() if before is not None else None
    if held is None:
        return dice.take_reserved(user, contribution)
    if held.randomness != contribution.randomness:
        raise errors.ContributedBefore
    return held


def _keep_dice(wish: Seeker, sought: SealedDice, contribution: Contribution) -> None:
    """Saves the reserved dice and the contribution of a search."""
    SoughtDice.objects.create(
        seeker=wish,
        game_id=sought.game_id,
        commitment=sought.commitment,
        sealed_secret=sought.sealed_secret,
        randomness=contribution.randomness,
    )


def _end_search(seeker: Seeker) -> tuple[SoughtDice | None, Contribution | None]:
    """Deletes a fulfilled search. Returns its dice and contribution, None for both if no key decrypts them."""
    sought = SoughtDice.objects.filter(seeker=seeker).first()
    Seeker.objects.filter(user=seeker.user).delete()
    if sought is None or not sealing.can_unseal(sought.sealed_secret):
        return None, None
    return sought, Contribution(sought.game_id, sought.randomness)


def _join_open_game(wish: Seeker, contribution: Contribution | None) -> Access | None:
    """Joins the oldest open game that fits. Returns it, or None."""
    user = wish.user
    closed = Invitation.objects.filter(
        user=user, state__in=(Invitation.State.REMOVED, Invitation.State.DECLINED)
    ).values("game")
    games = Game.objects.filter(
        status=Game.Status.OPEN, visibility=Game.Visibility.PUBLIC, by_hand=False, rematch_of=None, solo=False
    )
    games = games.filter(creator__is_active=True, take_over=False)  # who searches was not asked about a computer
    games = games.exclude(creator=user).exclude(creator__in=relations.blocked_either_way(user)).exclude(pk__in=closed)
    for game in games.select_related("creator").prefetch_related("seats").order_by("created_at", "pk"):
        free = next((seat.side for seat in game.seats.all() if seat.user_id is None), None)
        # A live game runs from the first moment: its creator must be about.
        if _fits(wish, game, free) and (game.pace != PaceName.LIVE or presence.is_about(game.creator)):
            try:
                with transaction.atomic():
                    return lobby.join_game(user=user, game_id=game.public_id, contribution=contribution)
            except (errors.NotOpen, errors.GameNotFound):
                continue  # somebody was quicker
    return None


def _fits(wish: Seeker, game: Game, side: str | None) -> bool:
    """Whether a search fits a game with this free side."""
    if side is None or wish.side not in ("", side) or not _pace_fits(wish.pace, game.pace):
        return False
    rules = Ruleset.from_json(game.ruleset)
    if wish.ruleset is None:
        return rules.handicap == 0 and rules.edition == CURRENT
    return bool(rules.to_json() == wish.ruleset)


def _same_rules(wish: Seeker, other: Seeker) -> bool:
    """Whether two people may play together: a person who takes any options means those of the rulebook of today."""
    mine, theirs = wish.ruleset, other.ruleset
    if mine is not None and theirs is not None:
        return bool(mine == theirs)
    sought = mine if mine is not None else theirs
    return sought is None or Ruleset.from_json(sought).edition == CURRENT


def _pace_fits(wanted: str, pace: str) -> bool:
    return wanted == pace or (not wanted and pace != PaceName.LIVE)


def _pair(wish: Seeker, contribution: Contribution | None) -> Access | None:
    """Creates a game with the person who has searched longest and fits; they are its creator, and its dice those of
    their search.
    """
    for other in _seekers(wish.user):
        if wish.side and wish.side == other.side:
            continue
        if not _same_rules(wish, other):
            continue
        if not (_pace_fits(wish.pace, other.pace) or _pace_fits(other.pace, wish.pace)):
            continue
        rules = wish.ruleset if wish.ruleset is not None else other.ruleset
        theirs = other.side or (OTHER[wish.side] if wish.side else secrets.choice(SIDES))
        reserved, part = _end_search(other)
        pace = wish.pace or other.pace or PaceName.FRIENDLY
        made = lobby.create_game(
            user=other.user, side=theirs, ruleset=rules, pace=pace, unlimited=True, contribution=part, reserved=reserved
        )
        return lobby.join_game(user=wish.user, game_id=made.game.public_id, contribution=contribution)
    return None


def _seat_searcher(seeker: Seeker, game: Game) -> None:
    """Seats the searcher in a game and ends the search."""
    _sought, part = _end_search(seeker)
    lobby.join_game(user=seeker.user, game_id=game.public_id, unlimited=True, contribution=part)


def _seekers(user: User) -> list[Seeker]:
    """Returns the searches of others whom this person may meet, the longest waiting first."""
    seekers = Seeker.objects.filter(until__gt=timezone.now(), user__is_active=True).exclude(user=user)
    return list(
        seekers.exclude(user__in=relations.blocked_either_way(user)).select_related("user").order_by("since", "user")
    )
