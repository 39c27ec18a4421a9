"""Games before they start: create, join, leave, withdraw.

Each act is an event of the game, made under its lock and known again by its key. `matching` finds opponents,
`invitations` asks people by name, `rematches` offers the next game, `starting` begins what is ready.
"""

import secrets
import uuid
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from games import errors
from games.access import Access, find_game, hold_person
from games.models import Game, GameEvent, Invitation, Notice, PaceName, Pairing, SealedDice, Seat, User
from games.models.game import SIDES, new_invitation_token
from games.paces import PACES
from games.people.computers import LEVEL_NAMES, computer_of
from games.services.after_commit import announce
from games.services.alerts import notices
from games.services.alerts.kinds.gone import TakenOut, Withdrawn
from games.services.alerts.kinds.starts import GameOfTournament, Joined
from games.services.lobby import invitations, limits, starting
from games.services.record import dice
from games.services.record.appending import Entry, append
from games.services.record.dice import Contribution
from games.services.record.writing import claim_key, events_of, find_repetition, lock_game, write
from games.shapes import JsonObject, Payload, RecordedFact
from games.timekeeping.calendars import zone_named
from rules import game
from rules.ruleset import Ruleset


def create_game(
    *,
    user: User,
    side: str = "random",
    solo: bool = False,
    computer: str = "",
    odds: bool = True,
    hints: bool = False,
    take_over: bool = False,
    visibility: str = Game.Visibility.PUBLIC,
    ruleset: JsonObject | None = None,
    by_hand: bool = False,
    rematch_of: Game | None = None,
    unlimited: bool = False,
    pace: str = PaceName.FRIENDLY,
    weekend_zone: str = "",
    contribution: Contribution | None = None,
    reserved: SealedDice | None = None,
    practice: starting.PracticeStart | None = None,
    idempotency_key: uuid.UUID | None = None,
) -> Access:
    """Creates a game with its creator in one seat.

    A solo game has them in both and starts at once, if their contribution is there.

    With `computer`, a level, the computer sits in the other seat, and the game begins at once: what its player did not
    add to the dice by then is missing. Such games are private and have no clock. `odds` says whether the players may
    ask for the odds of fights, `hints` whether somebody alone may ask what the computer would play. `take_over` whether
    the computer plays on for a player of two who runs out of time.

    With `by_hand` the creator starts it when somebody has joined; else joining starts it. `unlimited` is for what was
    counted before: a search. `pace` is one of `games.paces`; a solo game has no clock. Where `weekend_zone` names a
    time zone, clocks rest there on weekends. A `contribution` is for the dice that were reserved for this person, or
    for those in `reserved`. A game for `practice` goes on from a moment of another, by the rules of that. With a key,
    the same request again returns the game it made the first time. Raises BadRuleset, BadPace, BadLevel, TooManyGames
    and OtherDice.
    """
    settings = _Settings(
        rules=practice.position.ruleset if practice is not None else _new_ruleset(ruleset),
        solo=solo,
        computer=computer,
        odds=odds,
        hints=hints,
        take_over=take_over,
        visibility=Game.Visibility(visibility),
        by_hand=by_hand,
        pace=pace,
        weekend_zone=weekend_zone,
        practice=practice,
    ).settled()
    payload = settings.payload(side)
    with transaction.atomic():
        hold_person(user)  # the same request at the same moment waits here
        kept = claim_key(user, idempotency_key, {"act": "create", **payload, **settings.beside_the_record()})
        if kept.game is not None:
            return find_game(user=user, game_id=kept.game.public_id)
        if not unlimited:
            _require_room(user, settings, rematch_of)
        if reserved is None and contribution is not None:
            reserved = dice.take_reserved(user, contribution)
        new = Game.objects.create(
            creator=user,
            rematch_of=rematch_of,
            rules_version=game.VERSION,
            **settings.columns(payload),
            **dice.of_new_game(reserved),
        )
        kept.keep_answer(game=new)
        held = _sides_of_the_creator(solo, side)
        part = contribution.randomness if contribution is not None else ""
        taken = {"user": user, "contribution": part}
        seats = {name: Seat.objects.create(game=new, side=name, **(taken if name in held else {})) for name in SIDES}
        access = Access(new, seats, user)
        facts = [{"type": "game-created", "side": None if solo else held[0]}]
        append(
            access,
            Entry(GameEvent.Kind.SYSTEM, "", payload, wall=True, facts=facts),
            key=idempotency_key,
            position=None,
        )
        _begin_alone(access, settings)
        starting.announce_change(access)
        return access


@dataclass(frozen=True, slots=True)
class _Settings:
    """The settings of a new game; `settled` removes those that do not go together."""

    rules: Ruleset
    solo: bool
    computer: str
    odds: bool
    hints: bool
    take_over: bool
    visibility: Game.Visibility
    by_hand: bool
    pace: str
    weekend_zone: str
    practice: starting.PracticeStart | None

    @property
    def alone(self) -> bool:
        """Whether one person plays."""
        return self.solo or bool(self.computer)

    def settled(self) -> "_Settings":
        """Returns the settings without those that a solo game, or one without a clock, cannot have. Raises BadLevel."""
        if self.computer and (self.computer not in LEVEL_NAMES or self.solo):
            raise errors.BadLevel
        if not self.alone:
            clocked = self.pace in PACES and PACES[self.pace].clocked
            return replace(self, hints=False, take_over=self.take_over and clocked)
        private = replace(self, visibility=Game.Visibility.PRIVATE, by_hand=False, take_over=False)
        return replace(private, pace=PaceName.FRIENDLY, weekend_zone="") if self.computer else private

    def payload(self, side: str) -> Payload:
        """What the record keeps of the creation. Raises BadPace."""
        payload: Payload = {
            "type": "create",
            "choice": "both" if self.solo else side,
            "visibility": self.visibility.value,
            "ruleset": self.rules.to_json(),
        }
        payload |= {"by-hand": True} if self.by_hand else {}
        payload |= {"take-over": True} if self.take_over else {}
        if self.practice is not None:
            payload |= {"practice": self.practice.to_json()}
        if not self.solo:
            payload |= read_pace(self.pace, self.weekend_zone)
        return payload

    def beside_the_record(self) -> JsonObject:
        """What belongs to the request, but stands in columns of the game alone."""
        return {"odds": self.odds, "hints": self.hints, "take-over": self.take_over, "computer": self.computer}

    def columns(self, payload: Payload) -> dict[str, Any]:
        """The columns of the game's row."""
        goes_on = {} if self.practice is None else self.practice.columns()
        return goes_on | {
            "solo": self.solo,
            "computer": self.computer,
            "odds": self.odds,
            "hints": self.hints,
            "take_over": self.take_over,
            "visibility": self.visibility,
            "by_hand": self.by_hand,
            "ruleset": self.rules.to_json(),
            "pace": payload.get("pace", PaceName.FRIENDLY),
            "weekend_zone": payload.get("weekend-zone", ""),
        }


def _new_ruleset(given: JsonObject | None) -> Ruleset:
    """Reads the options of a new game. Raises BadRuleset."""
    try:
        return Ruleset.for_new_game(given or {})
    except ValueError as error:
        raise errors.BadRuleset(str(error)) from error


def _require_room(user: User, settings: _Settings, rematch_of: Game | None) -> None:
    """Raises TooManyGames where this person may not begin or open one more."""
    if not settings.alone:
        friends = rematch_of is not None and settings.visibility == Game.Visibility.PRIVATE
        limits.check_beginning(user, own=True, among_friends=friends)
    exercise = settings.practice is not None and bool(settings.practice.exercise)
    limits.check_opening(user, alone=settings.alone, exercise=exercise)


def _sides_of_the_creator(solo: bool, side: str) -> tuple[str, ...]:
    if solo:
        return SIDES
    return (secrets.choice(SIDES) if side == "random" else side,)


def _begin_alone(access: Access, settings: _Settings) -> None:
    """Starts a new game that one person plays alone or against the computer; nothing for a game of two people.

    Practice and games against the computer start at once, others when the player's part of the dice has come.
    """
    position = settings.practice.position if settings.practice is not None else None
    if settings.computer:
        _seat_computer(access, settings.computer)
    if settings.computer or position is not None:
        starting.begin_now(access, position)
    elif settings.solo:
        starting.begin(access)


def _seat_computer(access: Access, level: str) -> None:
    """The computer takes the free seat and adds its part to the dice."""
    side = free_side(access)
    assert side is not None
    _set_player(access, side, computer_of(level), secrets.token_hex(16))
    its = Access(access.game, access.seats, computer_of(level))
    _record(its, side, {"type": "join"}, {"type": "player-joined", "side": side}, None)


def arrange_game(
    *, frank: User, saracen: User, ruleset: JsonObject, pace: str, visibility: str, occasion: GameOfTournament
) -> Access:
    """Creates a game of a tournament with both players in their seats, which begins as soon as their parts of the dice
    are in.

    `occasion` is the alert of both: the tournament and its round. They cannot leave or withdraw the game.
    """
    with transaction.atomic():
        access = create_game(
            user=frank, side="frank", ruleset=ruleset, pace=pace, visibility=visibility, unlimited=True
        )
        _set_player(access, "saracen", saracen)
        _record(
            Access(access.game, access.seats, saracen),
            "saracen",
            {"type": "join"},
            {"type": "player-joined", "side": "saracen"},
            None,
        )
        starting.begin(access, occasion)
        starting.announce_change(access)
        return access


def _require_free(access: Access) -> None:
    """Raises OfATournament for a game that counts in a running tournament: that is left by leaving the tournament."""
    if Pairing.objects.filter(game=access.game, result="").exists():
        raise errors.OfATournament


def read_pace(pace: str, weekend_zone: str) -> dict[str, str]:
    """Returns pace and zone as the record stores them.

    Raises BadPace for unknown ones. Only paces of days have free weekends.
    """
    if pace not in PACES:
        raise errors.BadPace(f"The pace must be one of: {', '.join(PACES)}.")
    if weekend_zone and zone_named(weekend_zone) is None:
        raise errors.BadPace("The zone for weekends must be a time zone such as Europe/Paris, or empty.")
    weekends = PACES[pace].clocked and PACES[pace].vacation
    return {"pace": str(pace), **({"weekend-zone": weekend_zone} if weekend_zone and weekends else {})}


def join_game(
    *,
    user: User,
    game_id: uuid.UUID,
    invitation: str | None = None,
    unlimited: bool = False,
    contribution: Contribution | None = None,
    idempotency_key: uuid.UUID | None = None,
) -> Access:
    """Takes the free seat of an open game, which starts it, unless its creator starts it by hand or a contribution to
    the dice is missing.
    """

    def apply_change(access: Access) -> None:
        """Seats the person, and starts the game unless its creator does."""
        if access.sides:
            raise errors.AlreadySeated
        side = free_side(access)
        invited = Invitation.objects.filter(game=access.game, user=user).values_list("state", flat=True).first()
        if access.game.status != Game.Status.OPEN or side is None or not access.game.creator.is_active:
            raise errors.NotOpen
        if invited == Invitation.State.REMOVED:
            raise errors.TakenOut
        if access.game.rematch_of_id is not None and invited != Invitation.State.OPEN:
            raise errors.NotOpen
        if not unlimited:
            limits.check_beginning(user, own=False, among_friends=access.game.visibility == Game.Visibility.PRIVATE)
        _set_player(access, side, user, dice.counted_contribution(access, side, contribution))
        _record(access, side, {"type": "join"}, {"type": "player-joined", "side": side}, idempotency_key)
        invitations.settle(access, seated=user)
        if access.game.by_hand:
            notices.queue(user=access.game.creator, game=access.game, alert=Joined(joined=user.get_username()))
        else:
            starting.begin(access)

    return _write(user, game_id, {"type": "join"}, idempotency_key, apply_change, invitation)


def start_game(*, user: User, game_id: uuid.UUID, idempotency_key: uuid.UUID | None = None) -> Access:
    """Starts a game of one's own by hand once it has both players, or has it wait for a missing contribution to the
    dice.
    """

    def apply_change(access: Access) -> None:
        """Starts the game, or has it wait for the dice."""
        _require_waiting(access, creator=True)
        if free_side(access) is not None:
            raise errors.SeatFree
        if access.game.dice_due_at is not None:
            return  # it was started, and waits
        # The wish itself is an event as well, for it is the one that bears the key.
        _record(access, "", {"type": "start-by-hand"}, None, idempotency_key)
        notices.drop(game=access.game, user=user, kinds=(Notice.Kind.START,), why="taken")
        starting.begin(access)

    return _write(user, game_id, {"type": "start-by-hand"}, idempotency_key, apply_change)


def leave_game(*, user: User, game_id: uuid.UUID, idempotency_key: uuid.UUID | None = None) -> Access:
    """Gives one's seat back before the start. The creator withdraws the game instead."""

    def apply_change(access: Access) -> None:
        """Frees the person's seat."""
        if not access.sides:
            raise errors.NotAPlayer
        _require_waiting(access)
        if access.game.creator_id == user.pk:
            raise errors.OwnGame
        _require_free(access)
        side = access.sides[0]
        _record(access, side, {"type": "leave"}, {"type": "player-left", "side": side}, idempotency_key)
        _free_seat(access, side, Invitation.State.DECLINED)

    return _write(user, game_id, {"type": "leave"}, idempotency_key, apply_change)


def remove_player(*, user: User, game_id: uuid.UUID, idempotency_key: uuid.UUID | None = None) -> Access:
    """Removes the player who joined a game of one's own before its start. They can join again only by invitation.

    The invitation link of a private game changes: the old one is in the hands of who was taken out.
    """

    def apply_change(access: Access) -> None:
        """Frees the other player's seat."""
        _require_waiting(access, creator=True)
        _require_free(access)
        side = next((side for side, seat in access.seats.items() if seat.user_id not in (None, user.pk)), None)
        if side is None:
            raise errors.SeatFree
        _record(access, side, {"type": "remove"}, {"type": "player-removed", "side": side}, idempotency_key)
        _free_seat(access, side, Invitation.State.REMOVED)

    return _write(user, game_id, {"type": "remove"}, idempotency_key, apply_change)


def cancel_game(*, user: User, game_id: uuid.UUID, idempotency_key: uuid.UUID | None = None) -> Access:
    """Withdraws a game of one's own before its start. It stays stored, but in no list."""

    def apply_change(access: Access) -> None:
        """Withdraws the game."""
        if access.game.creator_id != user.pk:
            raise errors.NotYours
        if access.game.status != Game.Status.OPEN:
            raise errors.NotOpen
        _require_free(access)
        withdraw(access, idempotency_key)

    return _write(user, game_id, {"type": "cancel"}, idempotency_key, apply_change)


def leave_unstarted(person: User) -> None:
    """Withdraws every game of this person that has not begun, and gives back their seats in other people's."""
    for own in Game.objects.filter(creator=person, status=Game.Status.OPEN):
        cancel_game(user=person, game_id=own.public_id)
    for other in Game.objects.filter(seats__user=person, status=Game.Status.OPEN):
        leave_game(user=person, game_id=other.public_id)


def decline_invitation(*, user: User, game_id: uuid.UUID) -> Access:
    """Declines an invitation by name. For a rematch this withdraws the game, which was for these two."""
    with lock_game(user=user, game_id=game_id) as access:
        asked = Invitation.objects.filter(game=access.game, user=user, state=Invitation.State.OPEN).first()
        if access.game.status != Game.Status.OPEN or asked is None:
            raise errors.NotInvited
        asked.state = Invitation.State.DECLINED
        asked.save(update_fields=["state"])
        notices.drop(game=access.game, user=user, kinds=(Notice.Kind.INVITATION,), why="answered")
        if access.game.rematch_of_id is not None:
            withdraw(access, None)
        starting.announce_change(access)
        return access


def free_side(access: Access) -> str | None:
    """Returns the free side; None when both are taken."""
    return next((side for side, seat in access.seats.items() if seat.user_id is None), None)


def _write(
    user: User,
    game_id: uuid.UUID,
    payload: Payload,
    key: uuid.UUID | None,
    apply_change: Callable[[Access], None],
    invitation: str | None = None,
) -> Access:
    """Writes an act before the start, locking the person's row before the game, and notifies those concerned."""

    with write(events_of(user, key, game_id).exists):
        hold_person(user)
        access = find_game(user=user, game_id=game_id, lock=True, invitation=invitation)
        if find_repetition(access, key=key, kind=GameEvent.Kind.SYSTEM, payload=payload) is None:
            apply_change(access)
            starting.announce_change(access)
        return access


def _require_waiting(access: Access, *, creator: bool = False) -> None:
    """Raises NotWaiting if the game has begun, or NotYours for somebody other than its creator."""
    if creator and access.game.creator_id != access.user.pk:
        raise errors.NotYours
    if access.game.status != Game.Status.OPEN:
        raise errors.NotWaiting


def _record(access: Access, side: str, payload: Payload, fact: RecordedFact | None, key: uuid.UUID | None) -> None:
    """Records an event before the start."""
    entry = Entry(GameEvent.Kind.SYSTEM, side, payload, wall=True, facts=[fact] if fact else [])
    append(access, entry, key=key, position=None)


def _set_player(access: Access, side: str, user: User | None, contribution: str = "") -> None:
    """Seats a person, or frees the seat. The former player's contribution to the dice is removed."""
    seat = access.seats[side]
    seat.user, seat.contribution = user, contribution
    seat.save(update_fields=["user", "contribution"])


def _free_seat(access: Access, side: str, state: Invitation.State) -> None:
    """Frees a seat; `state` decides whether its former player can join again."""
    person = access.seats[side].user
    assert person is not None
    _set_player(access, side, None)
    starting.stop_waiting(access)
    if state == Invitation.State.REMOVED:
        Invitation.objects.update_or_create(game=access.game, user=person, defaults={"state": state})
        access.game.invitation_token = new_invitation_token()
        access.game.save(update_fields=["invitation_token"])
    else:
        Invitation.objects.filter(game=access.game, user=person).update(state=state)
    notices.drop(game=access.game, kinds=(Notice.Kind.START,), why="taken")
    if state == Invitation.State.REMOVED:
        _tell_gone(access, person, TakenOut)
    announce.reseat_after_commit(access.game, side)
    announce.turns_after_commit([person.pk])


def withdraw(access: Access, key: uuid.UUID | None) -> None:
    """Withdraws an open, locked game from the lists."""
    access.game.status = Game.Status.CANCELED
    access.game.ended_at = timezone.now()
    starting.stop_waiting(access)
    players = [seat.user_id for seat in access.seats.values()]
    players += access.game.invitations.filter(state=Invitation.State.OPEN).values_list("user", flat=True)
    access.game.invitations.filter(state=Invitation.State.OPEN).update(state=Invitation.State.WITHDRAWN)
    _record(access, "", {"type": "cancel"}, {"type": "game-canceled"}, key)
    for seat in access.seats.values():
        if seat.user is not None and seat.user_id != access.user.pk and access.game.rematch_of_id is None:
            _tell_gone(access, seat.user, Withdrawn)
    announce.turns_after_commit(players)


def _tell_gone(access: Access, person: User, how: type[Withdrawn]) -> None:
    """Queues an alert to a person who had joined and lost the seat."""
    notices.queue(user=person, game=access.game, alert=how(from_=access.game.creator.get_username()))
