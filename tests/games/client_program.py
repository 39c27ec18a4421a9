"""Plays both sides of a game alone by chance, with the client that a generator made of the API's description and
nothing else.

python client_program.py SITE TOKEN, where the package `crusader` is the generated client
"""

import json
import random
import secrets
import sys
import uuid
from typing import Any

import attrs
from crusader import AuthenticatedClient, models  # type: ignore[import-not-found]
from crusader.api.dice import reserve_dice  # type: ignore[import-not-found]
from crusader.api.games import act, create_game, get_history, get_view  # type: ignore[import-not-found]

client = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2], raise_on_unexpected_status=True)


def choose(offer: Any) -> Any:
    """An action of the offer's type: of what may be chosen, one or some."""
    kind = getattr(models, type(offer).__name__.replace("Offer", "Action", 1))
    values = {}
    for field in attrs.fields(kind):
        value = getattr(offer, field.name)
        if isinstance(value, models.SomeBlocks):
            value = random.sample(value.some, random.randint(value.least, value.most))
        elif hasattr(value, "any_"):
            value = random.choice(value.any_)
        values[field.name] = value
    return kind(**values)


def view_of(game: uuid.UUID, side: Any) -> Any:
    view = get_view.sync(game, client=client, side=side)
    assert isinstance(view, models.View), view
    return view


def main() -> None:
    dice = reserve_dice.sync(client=client)
    game = create_game.sync(
        client=client, body=models.NewGame(solo=True, dice=dice.dice, randomness=secrets.token_hex(16))
    )
    assert isinstance(game, models.Summary), game
    view = view_of(game.id, models.Side.FRANK)
    offered: set[str] = set()
    for _ in range(5000):
        if view.status != models.ViewStatus.ACTIVE:
            break
        if view.you not in view.awaited:
            view = view_of(game.id, view.awaited[0])
        offers = [offer for offer in view.actions if not isinstance(offer, models.OfferTakeBackCard)] or view.actions
        offered |= {type(offer).__name__ for offer in offers}
        body = models.ActionAct(
            action=choose(random.choice(offers)), version=view.version, key=uuid.uuid4(), side=view.you
        )
        answer = act.sync(game.id, client=client, body=body)
        assert isinstance(answer, models.ActAnswer), answer
        view = answer.view
    history = get_history.sync(game.id, client=client, limit=200)
    told = {type(fact).__name__ for entry in history.results for fact in entry.events}
    print(json.dumps({"how": view.result.how.value, "offered": sorted(offered), "told": sorted(told)}))


if __name__ == "__main__":
    main()
