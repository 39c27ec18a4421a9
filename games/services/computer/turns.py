"""The turns of the computer: taken one after the other in the order in which they were asked for, each played to its
hand-over.

A turn is taken for `LEASE`, renewed with each decision. A worker that dies leaves it, and it is taken again; an act has
a key of its game and version, so what was done is not done again. It acts by `play.submit`, as everybody does.
"""

import logging
import uuid
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from games import errors
from games.access import Access, find_game
from games.models import ComputerTurn, Game, Offer, Seat, User
from games.models.game import OTHER
from games.services.after_commit import waking
from games.services.agreements import offers
from games.services.computer import minds
from games.services.play import play
from games.services.record.state import state_seen_by_viewer
from games.watching import signs
from opponent.levels import Player
from rules import game as rules_game

logger = logging.getLogger(__name__)
LEASE = timedelta(seconds=30)
"""Longer than any decision takes."""
MOST_DECISIONS = 1000
"""Of one turn; more than any has. What is left is taken up again."""
FAILS_FOR = (2, 10, 60, 600)
"""Seconds before a turn that failed is taken again."""
AT_ONCE = 200
ACCEPTED = (Offer.Kind.END, Offer.Kind.ANNUL, Offer.Kind.PAUSE, Offer.Kind.MORE_TIME)
"""The computer accepts every offer: its games count for nobody but whom it plays with."""


def play_due() -> int:
    """Plays every turn that is due, the one asked for first.

    Returns how many. Does nothing while as many as allowed are thought about.
    """
    played = 0
    while (turn := _claim()) is not None:
        try:
            _play_turn(turn)
        except Exception:
            logger.exception("The computer failed in the game %s.", turn.game.public_id)
            _put_off(turn)
        else:
            _settle(turn)
        played += 1
    return played


def queue_missing() -> int:
    """Queues missing turns of the computer: in games that were held, restored or imported.

    Returns how many.
    """
    running = {
        "game__status": Game.Status.ACTIVE,
        "game__rules_version": rules_game.VERSION,
        "game__exercise_held": False,
    }
    waits = Seat.objects.filter(awaited=True, **running).exclude(user__computer="")
    found = Game.objects.filter(pk__in=waits.exclude(user=None).values("game"), computer_turn=None)
    games = list(found.order_by("pk")[:AT_ONCE])
    for game in games:
        with transaction.atomic():
            waking.queue_turn(game)
    return len(games)


def games_before(game: Game) -> int | None:
    """Returns how many games the computer has before this one; None if nothing of this one waits for it."""
    own = ComputerTurn.objects.filter(game=game).first()
    if own is None:
        return None
    if own.leased_until is not None and own.leased_until >= timezone.now():
        return 0
    earlier = Q(asked_at__lt=own.asked_at) | Q(asked_at=own.asked_at, pk__lt=own.pk)
    return ComputerTurn.objects.filter(earlier | Q(leased_until__gte=timezone.now())).exclude(pk=own.pk).count()


# --- taking turns
# ------------------------------------------------------------------------------------------------------------


def _claim() -> ComputerTurn | None:
    """Claims the oldest due turn that no worker has claimed.

    None if there is none, or enough are thought about.
    """
    now = timezone.now()
    if ComputerTurn.objects.filter(leased_until__gte=now, failures=0).count() >= settings.COMPUTER_AT_ONCE:
        return None
    free = Q(leased_until=None) | Q(leased_until__lt=now)
    for turn in (
        ComputerTurn.objects.filter(free)
        .select_related("game")
        .order_by("asked_at", "pk")[: settings.COMPUTER_AT_ONCE + 1]
    ):
        # Changed by the first worker: the others find it taken.
        if ComputerTurn.objects.filter(free, pk=turn.pk).update(leased_until=now + LEASE):
            turn.asked = ComputerTurn.objects.values_list("asked", flat=True).get(pk=turn.pk)
            return turn
    return None


def _settle(turn: ComputerTurn) -> None:
    """Deletes a turn that has been played. A turn requested meanwhile stays, for its next worker."""
    mine = ComputerTurn.objects.filter(pk=turn.pk)
    if not mine.filter(asked=turn.asked).delete()[0]:
        mine.update(leased_until=None, asked_at=timezone.now(), failures=0)


def _put_off(turn: ComputerTurn) -> None:
    """Keeps a turn that failed from being taken again for a while, which grows with the failures."""
    wait = FAILS_FOR[min(turn.failures, len(FAILS_FOR) - 1)]
    until = timezone.now() + timedelta(seconds=wait)
    ComputerTurn.objects.filter(pk=turn.pk).update(leased_until=until, failures=F("failures") + 1)


def _renew(turn: ComputerTurn) -> None:
    """Gives a sign of life, and extends the claim of a turn."""
    signs.give_sign(signs.Part.COMPUTER)
    ComputerTurn.objects.filter(pk=turn.pk).update(leased_until=timezone.now() + LEASE)


# --- playing one
# -------------------------------------------------------------------------------------------------------------


def _play_turn(turn: ComputerTurn) -> None:
    """Decides until the game waits for the other side."""
    user = _computer_seated_in(turn.game)
    if user is None:
        return
    player: Player | None = None
    for _decision in range(MOST_DECISIONS):
        access = find_game(user=user, game_id=turn.game.public_id)
        if (
            access.game.status != Game.Status.ACTIVE
            or access.game.rules_version != rules_game.VERSION
            or not access.sides
        ):
            return
        if access.game.exercise_held:
            return
        (side,) = access.sides
        if _accept_offer(access, user, side):
            continue
        if not access.seats[side].awaited:
            return
        player = player or minds.player_for(access, side)
        decide_once(access, user, side, player)
        _renew(turn)
    waking.queue_turn(turn.game)


def _computer_seated_in(game: Game) -> User | None:
    """Returns the account of the computer that plays in a game; None if a reviewer has given its seat to a person."""
    return User.objects.filter(seats__game=game).exclude(computer="").first()


def decide_once(access: Access, user: User, side: str, player: Player) -> None:
    """Takes one decision and acts.

    Where somebody else did meanwhile nothing happens: what there is now is looked at next.
    """
    position = state_seen_by_viewer(access, side).live
    if side not in position.awaited:
        return
    key = key_of(access, side)
    if (
        position.step == "card"
        and minds.is_hopeless(access, side, position)
        and _resign_or_offer(access, user, side, key)
    ):
        return
    action = minds.decide(access, side, position, player)
    try:
        play.submit(
            game_id=access.game.public_id,
            user=user,
            actions=[action.to_json()],
            expected_version=access.seats[side].version,
            idempotency_key=key,
        )
    except (errors.StaleVersion, errors.KeyReused, errors.NotYourTurn, errors.GameIsOver):
        logger.info("The computer's decision in game %s came late: it was taken already.", access.game.public_id)


def _resign_or_offer(access: Access, user: User, side: str, key: uuid.UUID) -> bool:
    """Resigns and returns True; if the person has hints, offers to resign instead, once, and plays on.

    Returns whether it acted.
    """
    if not access.game.hints:
        play.resign(game_id=access.game.public_id, user=user, idempotency_key=key)
        return True
    before = Offer.objects.filter(game=access.game, side=side, kind=Offer.Kind.RESIGN)
    if before.exclude(state=Offer.State.LAPSED).exists():
        return False
    offer_key = uuid.uuid5(access.game.public_id, f"computer:resign:{before.count()}")
    offers.make_offer(game_id=access.game.public_id, user=user, kind=Offer.Kind.RESIGN, idempotency_key=offer_key)
    return True


def key_of(access: Access, side: str) -> uuid.UUID:
    """Returns the key of the computer's act at this version of the game, so that each decision is made once."""
    return uuid.uuid5(access.game.public_id, f"computer:{side}:{access.seats[side].version}")


def _accept_offer(access: Access, user: User, side: str) -> bool:
    """Accepts an offer of the other side. Returns whether there was one."""
    open_ones = Offer.objects.filter(game=access.game, state=Offer.State.OPEN, side=OTHER[side], kind__in=ACCEPTED)
    offer = open_ones.order_by("pk").first()
    if offer is None:
        return False
    key = uuid.uuid5(access.game.public_id, f"computer:answer:{offer.pk}")
    offers.answer_offer(
        game_id=access.game.public_id, user=user, kind=offer.kind, answer=offers.ACCEPT, idempotency_key=key
    )
    return True
