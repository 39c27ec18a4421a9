"""The computer taking over for a player whose time is up, where both players had agreed to it."""

from collections.abc import Callable

import pytest
from django.urls import reverse

from games.alerts import subjects
from games.alerts.reading import Reading
from games.models import ComputerTurn, Game, Notice, Seat
from games.services.archive.check import first_difference
from games.services.computer import minds, turns
from games.services.lobby import lobby, rematches
from games.services.results import ratings, results
from tests.games import described
from tests.games.clocks.conftest import DAY, Time, deploy, left, play_card, post
from tests.games.helpers import BALIAN_TO_ASCALON, DONE, Player, ok, problem

pytestmark = pytest.mark.django_db
New = Callable[..., Game]


@pytest.fixture
def agreed(new_game: New) -> Game:
    minds.kept.clear()
    return new_game(take_over=True, visibility="private")


def test_the_computer_takes_over_in_place_of_a_win(time: Time, agreed: Game, richard: Player, saladin: Player) -> None:
    """It goes on from what Richard had planned, with a full clock; he is out of the game, and the game is marked and
    unrated.
    """
    game = agreed
    ok(richard.act(game, BALIAN_TO_ASCALON))
    problem(post(saladin, game, "claim", claim="computer"), 409, "not-run-out")
    time.sweep(8 * DAY)
    assert {"claim", "claim-computer"} <= set(saladin.view(game)["time"]["may"])
    problem(post(saladin, game, "claim", claim="win"), 409, "take-over-agreed")
    ok(post(saladin, game, "claim", claim="computer"))
    game.refresh_from_db()
    seat = Seat.objects.get(game=game, side="frank")
    assert (game.status, game.taken_over, seat.user and seat.user.computer) == ("active", "frank", "knight")
    assert left(saladin, game, "frank") == 7 * DAY
    problem(richard.act(game, DONE, version=seat.version), 404, "not-found")
    told = Notice.objects.filter(user=richard.user, data__gone="late").get()
    assert Reading(told).title() == "Your time was up: Saladin had the computer play on in your place, as was agreed."
    assert subjects.subject(Reading(told)).startswith("Your time was up: the computer plays on")
    problem(post(saladin, game, "claim", claim="computer"), 409, "your-turn" if not seat.awaited else "not-run-out")
    assert ComputerTurn.objects.filter(game=game).exists()
    assert turns.play_due() == 1
    assert not Seat.objects.get(pk=seat.pk).awaited, "the computer has finished the deployment"
    game.refresh_from_db()
    assert first_difference(game) is None
    shown = ok(saladin.get(f"games/{game.public_id}/"))
    assert (shown["take-over"], shown["taken-over"], shown["computer"]) == (True, "frank", None)
    ok(saladin.resign(game))
    game.refresh_from_db()
    assert (game.status, game.winner) == ("over", "frank")
    assert first_difference(game) is None


def test_a_game_that_the_computer_took_over_is_rated_for_nobody(time: Time, new_game: New, saladin: Player) -> None:
    game = new_game(take_over=True)
    time.forward(8 * DAY)
    ok(post(saladin, game, "claim", claim="computer"))
    ok(saladin.resign(game))
    Game.objects.filter(pk=game.pk).update(year=1188)
    assert not ratings.rated_games().exists()
    assert not results.public_results().exists()
    Game.objects.filter(pk=game.pk).update(taken_over="")
    assert ratings.rated_games().exists(), "nothing else keeps it from being rated"


def test_without_the_agreement_the_computer_cannot_be_called(time: Time, game: Game, saladin: Player) -> None:
    time.forward(8 * DAY)
    assert "claim-computer" not in saladin.view(game)["time"]["may"]
    problem(post(saladin, game, "claim", claim="computer"), 409, "no-take-over")
    ok(post(saladin, game, "claim", claim="win"))


def test_the_agreement_is_of_games_of_two_with_a_clock_and_goes_on_in_a_rematch(
    time: Time, new_game: New, richard: Player, saladin: Player
) -> None:
    """Not of games alone, without a clock, or of tournaments."""
    assert richard.user is not None
    assert saladin.user is not None
    for options in ({"solo": True}, {"computer": "squire"}, {"pace": "friendly"}):
        assert not lobby.create_game(user=richard.user, take_over=True, **options).game.take_over  # type: ignore[arg-type]
    paired = lobby.arrange_game(
        frank=richard.user, saracen=saladin.user, ruleset={}, pace="slow", visibility="public", occasion={}
    )
    assert not paired.game.take_over
    game = new_game(take_over=True)
    ok(richard.resign(game))
    assert rematches.rematch(user=saladin.user, game_id=game.public_id).game.take_over


def to_the_cards(richard: Player, saladin: Player, game: Game) -> None:
    """Saladin has chosen a card, which he can still take back; Richard has not."""
    deploy(richard, saladin, game)
    play_card(saladin, game)


def test_who_called_the_computer_may_still_take_back_what_it_was_not_shown(
    time: Time, agreed: Game, richard: Player, saladin: Player
) -> None:
    """The card that Saladin chose before stays hidden and his own to change, until the computer has chosen."""
    game = agreed
    to_the_cards(richard, saladin, game)
    time.sweep(8 * DAY)
    ok(post(saladin, game, "claim", claim="computer"))
    ok(saladin.undo(game))
    before = Game.objects.get(pk=game.pk).version
    assert turns.play_due() == 1
    assert not Seat.objects.get(game=game, side="frank").awaited
    assert saladin.view(game)["awaited"] == ["frank", "saracen"], "that it has chosen is not shown"
    play_card(saladin, game)
    assert Game.objects.get(pk=game.pk).version > before
    problem(saladin.undo(game), 409, "nothing-to-undo")
    for _ in range(20):
        if not turns.play_due():
            break
    else:
        raise AssertionError("the computer has not come to an end of its turn")
    game.refresh_from_db()
    assert game.status == "active"
    assert first_difference(game) is None


def test_who_was_late_stays_out(time: Time, agreed: Game, richard: Player, saladin: Player) -> None:
    """Every door by which Richard came in or acted is shut, and his standing orders are gone."""
    game = agreed
    to_the_cards(richard, saladin, game)
    time.forward(8 * DAY)
    ok(post(saladin, game, "claim", claim="computer"))
    for refused in (
        richard.act(game, DONE, version=1),
        richard.undo(game, version=1),
        richard.resign(game),
        post(richard, game, "claim", claim="annul"),
        post(richard, game, "offers", kind="pause"),
        post(richard, game, "give-time"),
        richard.get(f"games/{game.public_id}/view/"),
        richard.get(f"games/{game.public_id}/history/"),
        richard.get(f"games/{game.public_id}/standing-orders/"),
    ):
        problem(refused, 404, "not-found")
    link = reverse("invitation", args=[Game.objects.get(pk=game.pk).invitation_token or "gone"])
    assert richard.client.get(link).status_code in (302, 404)
    assert richard.client.get(reverse("game", args=[game.public_id])).status_code == 404
    ok(saladin.resign(game))
    problem(richard.post(f"games/{game.public_id}/rematch/"), 404, "not-found")


def test_onlookers_are_told_and_who_was_late_is_one_of_them(
    time: Time, new_game: New, richard: Player, saladin: Player
) -> None:
    """In a public game Richard sees what everybody sees: of the side that was his, the backs of its blocks."""
    game = new_game(take_over=True)
    time.forward(8 * DAY)
    own = richard.view(game)
    ok(post(saladin, game, "claim", claim="computer"))
    stranger = Player(None)
    assert own["you"] == "frank"
    assert richard.view(game)["you"] is None
    assert richard.view(game)["map"] == stranger.view(game)["map"] != own["map"]
    problem(richard.resign(game), 403, "not-a-player")
    problem(post(stranger, game, "claim", claim="computer"), 401, "not-authenticated")
    for player in (richard, stranger):
        shown = player.client.get(reverse("game", args=[game.public_id])).content.decode()
        assert "The time of the Franks was up" in shown
        assert "@computer" not in shown
    said = [fact["type"] for event in stranger.history(game) for fact in event["events"]]
    assert said[-1] == "taken-over"


def test_a_rematch_is_one_against_the_computer(time: Time, agreed: Game, saladin: Player) -> None:
    """It begins at once, with sides swapped: nobody is invited, for nobody sat there at the end."""
    time.forward(8 * DAY)
    ok(post(saladin, agreed, "claim", claim="computer"))
    address = reverse("game", args=[agreed.public_id])
    assert 'id="computer"' in saladin.client.get(address).content.decode(), "the page says that it thinks"
    ok(saladin.resign(agreed))
    assert "Play again, sides swapped" in saladin.client.get(address).content.decode()
    made = Game.objects.get(public_id=ok(saladin.post(f"games/{agreed.public_id}/rematch/"))["id"])
    assert (made.computer, made.take_over, made.status) == ("knight", False, "active")
    assert made.seats.get(user=saladin.user).side == "frank"


def test_nobody_writes_to_the_computer(time: Time, agreed: Game, saladin: Player) -> None:
    """Neither the hand-overs nor the reminders of a game that it took over become mails to its account."""
    time.forward(8 * DAY)
    ok(post(saladin, agreed, "claim", claim="computer"))
    turns.play_due()
    time.sweep(6 * DAY)
    assert Notice.objects.filter(user=saladin.user, kind="turn").exists()
    assert not Notice.objects.exclude(user__computer="").exists()


def test_it_is_answered_as_the_api_describes(agreed: Game, time: Time, saladin: Player) -> None:
    saladin.client = described.DescribedClient()
    assert saladin.user is not None
    saladin.client.force_login(saladin.user)
    time.forward(8 * DAY)
    problem(post(saladin, agreed, "claim", claim="win"), 409, "take-over-agreed")
    ok(post(saladin, agreed, "claim", claim="computer"))
    for path in ("", "view/", "history/"):
        ok(saladin.get(f"games/{agreed.public_id}/{path}"))
