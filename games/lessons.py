"""The guided first games: ordinary solo games that the site has set up by ordinary actions, marked as lessons."""

import uuid

from django.db import transaction

from games import errors
from games.access import Access, find_game, hold_person
from games.models import Game, User
from games.services.lobby import lobby, starting
from games.services.play import play
from games.services.record.dice import of_game
from games.services.record.state import load_state
from rules import game
from rules.actions import Action, SetChoice
from rules.atlas import SIDES
from rules.deck import moves_of
from rules.position import Position

SIEGE_TURN = 5
"""The turn of 1187 in which the second lesson begins: winter follows."""
MOST_ACTS = 120
MOVES = ("winter-campaign", "move-1", "move-2", "move-3")
"""Cards that move blocks, the weakest first."""
MOST_DEALS = 9
"""How often the cards of a second lesson are dealt until they suit it; one deal in three hundred does not."""


def begin(*, user: User, siege: bool = False) -> Access:
    """Returns the lesson that a person plays, else a new one: the first at its first cards, or the second, of a siege.

    Raises what creating a solo game does.
    """
    game_id = _running_or_new(user, siege)
    for _act in range(MOST_ACTS):
        access = find_game(user=user, game_id=game_id)
        position = load_state(access).live
        found = setting_up(position, siege=siege)
        if found is None:
            break
        side, action = found
        try:
            play.submit(
                game_id=game_id,
                user=user,
                actions=[action.to_json()],
                expected_version=access.seats[side].version,
                idempotency_key=uuid.uuid4(),
                side=side,
            )
        except errors.Refused:
            break  # the same press came twice, and the other has done it
    return find_game(user=user, game_id=game_id)


def setting_up(position: Position, *, siege: bool) -> tuple[str, Action] | None:
    """The next action that leads to where a lesson begins, and whose it is; None where it has begun.

    Nobody changes a seat (3.1), nor does Saladin (3.2). For the second lesson four turns pass, in the last of which as
    many Saracens besiege Gaza as the road carries.
    """
    deploying = position.step in ("seats", "family")
    begun = not siege or position.turn >= SIEGE_TURN or position.year > position.ruleset.first_year
    if not position.awaited or (begun and not deploying):
        return None
    side = min(position.awaited)
    offered = list(game.legal_actions(position, side))
    return side, _action_toward_lesson(position, side, offered)


def _action_toward_lesson(position: Position, side: str, offered: list[Action | SetChoice]) -> Action:
    """Chooses an action that leads to where a lesson begins."""
    actions = [action for action in offered if isinstance(action, Action)]
    if position.step == "card":
        return _weakest_card(position, actions)
    march = _march_to_gaza(position, side, actions)
    if march is not None:
        return march
    for choice in offered:
        if isinstance(choice, SetChoice):
            # The garrison goes into the castle; nobody storms, and nobody sallies.
            return choice.choose(choice.candidates[: choice.most] if choice.type == "garrison" else ())
    return next((action for action in actions if action.type == "done"), actions[0])


def _march_to_gaza(position: Position, side: str, actions: list[Action]) -> Action | None:
    """A move of the Saracens that leads to the siege of the second lesson."""
    if position.step != "move" or side != "saracen" or position.turn != SIEGE_TURN - 1:
        return None
    return next((action for action in actions if action.path == ("gaza",)), None)


def _weakest_card(position: Position, actions: list[Action]) -> Action:
    """Events go first, so that cards with Moves are left for the lesson; in the turn before it none is played."""
    from_now_on = [action for action in actions if action.card in MOVES] if position.turn == SIEGE_TURN - 1 else []
    worth = {card: number for number, card in enumerate(MOVES)}
    return min(from_now_on or actions, key=lambda action: worth.get(action.card or "", -1))


def _running_or_new(user: User, siege: bool) -> uuid.UUID:
    """Returns the id of the running lesson, or of a new one."""
    with transaction.atomic():
        hold_person(user)
        running = (
            Game.objects.filter(lesson=True, siege_lesson=siege, creator=user, status=Game.Status.ACTIVE)
            .order_by("-pk")
            .first()
        )
        if running is not None:
            return running.public_id
        for _deal in range(MOST_DEALS):
            before = transaction.savepoint()
            made = _new(user, siege)
            if not siege or hands_suit_siege(_dealt(find_game(user=user, game_id=made, lock=True))):
                break
            transaction.savepoint_rollback(before)
        else:
            made = _new(user, siege)
        return made


def _new(user: User, siege: bool) -> uuid.UUID:
    """Returns the id of a new lesson, whose cards are dealt."""
    made = lobby.create_game(user=user, solo=True).game
    Game.objects.filter(pk=made.pk).update(lesson=True, siege_lesson=siege)
    access = find_game(user=user, game_id=made.public_id, lock=True)
    if access.game.status == Game.Status.OPEN:
        starting.stop_waiting(access)
        starting.begin_now(access)
    return made.public_id


def _dealt(access: Access) -> Position:
    """The position in which a lesson's cards will have been dealt: the game's dice are known before they are thrown."""
    position, dice = load_state(access).live, of_game(access)
    while found := setting_up(position, siege=False):
        position = game.apply(position, *found, dice).position
    return position


def hands_suit_siege(position: Position) -> bool:
    """Whether the first hands leave the second lesson what it speaks of: a ship and a muster for the Franks, and an
    attack for the Saracens.

    The last turn before it takes a card with Moves of each.
    """
    moves = [[card for card in hand if card in MOVES] for hand in position.hands]
    frank = moves[SIDES.index("frank")]
    return all(len(cards) > 1 for cards in moves) and any(moves_of(card) > 1 for card in frank)
