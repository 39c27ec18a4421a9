"""What players agree on with one another: pause, end, annulment, more time."""

from collections.abc import Callable
from datetime import timedelta

from games.models import Game, GameEvent, Notice, Offer
from games.services.archive.check import first_difference
from tests.games.clocks.conftest import DAY, HOUR, MINUTE, Time, clock, deploy, left, play_card, post
from tests.games.helpers import BALIAN_TO_ASCALON, DONE, Player, new_key, ok, problem, undone


def offer(player: Player, game: Game, kind: str) -> None:
    ok(post(player, game, "offers", kind=kind))


def answer(player: Player, game: Game, kind: str, what: str) -> None:
    ok(post(player, game, f"offers/{kind}", answer=what))


def told(player: Player, kind: str = "offer") -> list[str]:
    found = Notice.objects.filter(user=player.user, kind=kind, target=None).order_by("pk")
    return [notice.data.get("offer", "") for notice in found if notice.state == "queued"]


def test_a_pause_begins_when_the_other_accepts_and_stops_both_clocks(
    time: Time, game: Game, richard: Player, saladin: Player
) -> None:
    offer(saladin, game, "pause")
    time.forward(HOUR)
    assert left(richard, game, "frank") == 7 * DAY - HOUR
    answer(richard, game, "pause", "accept")
    time.forward(30 * DAY)
    assert left(richard, game, "frank") == 7 * DAY - HOUR
    assert richard.view(game)["time"]["stopped"] == clock(richard, game, "frank")["stopped"] == "pause"


def test_either_ends_a_pause_and_the_clocks_run_after_the_notice(
    time: Time, game: Game, richard: Player, saladin: Player
) -> None:
    offer(saladin, game, "pause")
    answer(richard, game, "pause", "accept")
    time.forward(3 * DAY)
    ok(post(saladin, game, "end-pause"))
    assert told(richard)[-1] == "resume"
    problem(post(saladin, game, "end-pause"), 409, "not-paused")
    time.forward(DAY)
    assert left(richard, game, "frank") == 7 * DAY
    time.forward(HOUR)
    assert left(richard, game, "frank") == 7 * DAY - HOUR
    assert richard.view(game)["time"]["stopped"] == ""


def test_one_may_play_in_a_pause_and_the_other_is_not_charged(
    time: Time, game: Game, richard: Player, saladin: Player
) -> None:
    offer(saladin, game, "pause")
    answer(richard, game, "pause", "accept")
    ok(richard.act(game, DONE))
    time.forward(10 * DAY)
    assert left(saladin, game, "saracen") == 7 * DAY


def test_an_offer_may_be_declined_and_is_not_repeated_at_once(
    time: Time, game: Game, richard: Player, saladin: Player
) -> None:
    offer(richard, game, "end")
    problem(post(richard, game, "offers", kind="end"), 409, "offer-stands")
    problem(post(saladin, game, "offers", kind="end"), 409, "their-offer")
    answer(saladin, game, "end", "decline")
    assert told(richard) == ["declined"]
    assert "23 hours" in problem(_later(time, richard, game), 409, "too-soon")["detail"]
    time.forward(DAY)
    offer(richard, game, "end")


def _later(time: Time, richard: Player, game: Game) -> object:
    time.forward(30 * MINUTE)
    return post(richard, game, "offers", kind="end")


def test_an_offer_withdrawn_cannot_be_accepted_and_is_not_mailed(game: Game, richard: Player, saladin: Player) -> None:
    offer(richard, game, "annul")
    assert told(saladin) == ["annul"]
    answer(richard, game, "annul", "withdraw")
    assert told(saladin) == []
    problem(post(saladin, game, "offers/annul", answer="accept"), 409, "no-such-offer")


def test_nobody_answers_their_own_offer(game: Game, richard: Player, saladin: Player) -> None:
    offer(richard, game, "end")
    problem(post(richard, game, "offers/end", answer="accept"), 409, "no-such-offer")
    problem(post(saladin, game, "offers/end", answer="withdraw"), 409, "no-such-offer")
    problem(post(saladin, game, "offers/nonsense", answer="accept"), 409, "no-such-offer")


def test_an_offer_is_answered_in_its_own_game_alone(
    new_game: Callable[..., Game], game: Game, richard: Player, saladin: Player
) -> None:
    other = new_game()
    offer(saladin, game, "annul")
    for what in ("accept", "decline"):
        problem(post(richard, other, "offers/annul", answer=what), 409, "no-such-offer")
    problem(post(saladin, other, "offers/annul", answer="withdraw"), 409, "no-such-offer")
    assert Offer.objects.get().state == Offer.State.OPEN


def test_the_players_may_agree_on_the_end(game: Game, richard: Player, saladin: Player) -> None:
    for kind, ending in [("end", "agreed"), ("annul", "annulled")]:
        with undone(kind, ending):
            offer(saladin, game, "pause")
            offer(richard, game, kind)
            answer(saladin, game, kind, "accept")
            game.refresh_from_db()
            assert (game.status, game.winner, game.ending, game.ended_by, game.ending_reason) == (
                "over",
                "",
                ending,
                saladin.user,
                "consent",
            )
            assert richard.view(game)["result"] == {"winner": "", "how": ending, "by": "Saladin", "why": "consent"}
            assert "agreed" in richard.view(game)["prompt"]["text"]
            assert Offer.objects.get(game=game, kind="pause").state == "lapsed"
            assert told(richard, "over") == [""]
            assert told(saladin, "over") == []
            assert first_difference(game) is None
            problem(post(saladin, game, "offers", kind="end"), 409, "game-over")


def test_more_time_is_given_at_once_or_when_asked(time: Time, game: Game, richard: Player, saladin: Player) -> None:
    ok(post(saladin, game, "give-time"))
    assert left(richard, game, "frank") == 10 * DAY
    offer(richard, game, "more-time")
    answer(saladin, game, "more-time", "accept")
    assert left(richard, game, "frank") == 13 * DAY
    offer(richard, game, "more-time")
    ok(post(saladin, game, "give-time"))
    assert Offer.objects.filter(game=game, state="open").count() == 0
    assert left(richard, game, "frank") == 16 * DAY
    time.forward(DAY)
    ok(richard.act(game, DONE))
    assert left(richard, game, "frank") == 15 * DAY  # beyond the cap nothing is added, and nothing is taken


def test_the_same_request_again_has_no_second_effect(game: Game, richard: Player, saladin: Player) -> None:
    key = new_key()
    for _ in range(2):
        ok(richard.post(f"games/{game.public_id}/give-time/", {"key": key}))
    assert left(saladin, game, "saracen") == 10 * DAY
    problem(richard.post(f"games/{game.public_id}/offers/", {"key": key, "kind": "end"}), 409, "key-reused")


def test_offers_touch_nothing_that_was_planned_and_show_nothing_of_it(
    game: Game, richard: Player, saladin: Player
) -> None:
    ok(richard.act(game, BALIAN_TO_ASCALON))
    offer(saladin, game, "pause")
    offer(richard, game, "end")
    assert richard.view(game)["can-undo"]
    before = saladin.view(game)["map"]
    ok(richard.undo(game))
    assert saladin.view(game)["map"] == before
    assert [line["events"][0]["type"] for line in saladin.history(game)][-2:] == ["pause-offered", "end-offered"]
    game.refresh_from_db()
    assert first_difference(game) is None


def test_everybody_sees_an_offer_at_once_and_the_pages_are_told(
    game: Game, richard: Player, saladin: Player, baldwin: Player
) -> None:
    versions = {player: player.view(game)["version"] for player in (richard, saladin, baldwin)}
    offer(richard, game, "end")
    for player, version in versions.items():
        view = player.view(game)
        assert view["version"] == version + 1
        assert [(one["kind"], one["side"]) for one in view["time"]["offers"]] == [("end", "frank")]
        assert player.history(game)[-1]["events"][0]["text"] == "The Franks offered to end the game without a winner."
    assert baldwin.view(game)["time"]["may"] == []
    problem(post(baldwin, game, "offers", kind="end"), 403, "not-a-player")


def test_in_a_game_alone_there_is_nobody_to_agree_with(solo_game: Game, richard: Player) -> None:
    problem(post(richard, solo_game, "offers", kind="end"), 409, "solo")


def test_a_friendly_game_knows_the_agreed_end_but_no_time(new_game: Callable[..., Game], richard: Player) -> None:
    friendly = new_game("friendly")
    problem(post(richard, friendly, "offers", kind="pause"), 409, "no-clock")
    problem(post(richard, friendly, "give-time"), 409, "no-clock")
    offer(richard, friendly, "end")


def test_a_pause_while_both_decide_keeps_the_secret(time: Time, game: Game, richard: Player, saladin: Player) -> None:
    deploy(richard, saladin, game)
    before = left(saladin, game, "frank")
    play_card(richard, game)
    time.forward(HOUR)
    offer(richard, game, "pause")
    answer(saladin, game, "pause", "accept")
    time.forward(DAY)
    assert left(saladin, game, "frank") == before - HOUR
    assert left(richard, game, "frank") == before
    ok(post(richard, game, "end-pause"))
    time.forward(DAY + 2 * HOUR)
    assert left(saladin, game, "frank") == before - 3 * HOUR
    play_card(saladin, game)
    assert left(saladin, game, "frank") == min(before + DAY, 14 * DAY)
    assert GameEvent.objects.filter(game=game, kind="system", wall=False).count() == 3


def test_the_answer_that_comes_too_late_says_so(time: Time, game: Game, richard: Player, saladin: Player) -> None:
    offer(richard, game, "end")
    ok(saladin.resign(game))
    assert problem(post(saladin, game, "offers/end", answer="accept"), 409, "game-over")
    assert Offer.objects.get(game=game).state == "lapsed"
    assert left(richard, game, "frank") == 7 * DAY + timedelta(0)
