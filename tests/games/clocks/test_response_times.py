"""Times during which no clock runs are no response times."""

from collections.abc import Callable

from games.models import Game
from games.services.results import game_figures
from tests.games.clocks.conftest import DAY, HOUR, MINUTE, Time, deploy, play_card, post
from tests.games.helpers import DONE, Player, ok


def seconds(game: Game, richard: Player) -> list[int]:
    ok(richard.resign(game))
    game.refresh_from_db()
    return list(game_figures.write(game).frank_seconds)


def test_a_pause_with_its_notice_does_not_count(game: Game, richard: Player, saladin: Player, time: Time) -> None:
    time.forward(HOUR)
    ok(post(richard, game, "offers", kind="pause"))
    ok(post(saladin, game, "offers/pause", answer="accept"))
    time.forward(5 * DAY)
    ok(post(saladin, game, "end-pause"))
    time.forward(DAY + 2 * HOUR)  # a day of it is notice
    ok(richard.act(game, DONE))
    assert seconds(game, richard) == [3 * 3600]


def test_free_weekends_do_not_count(new_game: Callable[..., Game], richard: Player, time: Time) -> None:
    game = new_game(weekend_zone="UTC")
    time.forward(4 * DAY + 12 * HOUR)  # Friday evening
    ok_at = 2 * DAY + 6 * HOUR  # Monday morning
    time.forward(ok_at)
    ok(richard.act(game, DONE))
    assert seconds(game, richard) == [int((4 * DAY + 12 * HOUR + 6 * HOUR).total_seconds())]


def test_each_choice_of_cards_counts_for_who_made_it(game: Game, richard: Player, saladin: Player, time: Time) -> None:
    deploy(richard, saladin, game)
    time.forward(10 * MINUTE)
    play_card(richard, game)
    time.forward(DAY)
    play_card(saladin, game)
    ok(richard.resign(game))
    game.refresh_from_db()
    found = game_figures.write(game)
    assert found.frank_seconds[-1] == 600
    assert found.saracen_seconds[-1] == 600 + 24 * 3600
