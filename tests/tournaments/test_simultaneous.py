"""Two requests in a tournament at the same moment, in threads with transactions of their own."""

import uuid
from collections import Counter

import pytest

from games.errors import Refused
from games.models import Challenge, Notice, TournamentAct
from games.services.play import play
from games.tournaments import challenging, organizing
from tests.games.test_simultaneous import at_once
from tests.tournaments.conftest import go_on
from tests.tournaments.test_ladders import accepted, games, ladder_of, order

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.databases]


def outcome(act):
    """What a request came to: nothing, or why it was refused. Any other error fails the test."""

    def tried():
        try:
            act()
        except Refused as refused:
            return refused.code
        return "done"

    return tried


def test_of_two_who_challenge_the_same_player_at_once_one_does_and_nobody_is_stuck(eleanor, club):
    people = club(3)
    made = ladder_of(eleanor, people)

    def ask(person):
        return lambda: challenging.challenge(user=person, tournament_id=made.public_id, name="Knight01")

    for time in range(1, 4):
        said = at_once(outcome(ask(people[1])), outcome(ask(people[2])))
        assert Counter(said) == {"done": 1, "challenged-already": 1}
        (challenge,) = made.challenges.filter(ended_at=None)
        assert challenge.challenger.user == people[1 + said.index("done")]
        assert TournamentAct.objects.filter(tournament=made, kind="challenged").count() == time
        assert (
            Notice.objects.filter(tournament=made, user=people[0], target=None, data__challenge=challenge.pk).count()
            == 1
        )
        challenging.answer(
            user=challenge.challenger.user, tournament_id=made.public_id, number=challenge.pk, said="withdraw"
        )
        Challenge.objects.filter(pk=challenge.pk).update(
            ended_at=challenge.made_at.replace(year=2000)
        )  # they need not rest
    assert order(made) == [1, 2, 3]


def test_a_game_that_ends_while_its_organizer_forfeits_it_counts_once(eleanor, club):
    people = club(2)
    made = ladder_of(eleanor, people, rest_days=0)
    for time in range(1, 4):
        top, below = (people[number - 1] for number in order(made))
        challenge = accepted(made, below, top)
        (pairing,) = games(challenge)
        stays = "frank" if pairing.frank.user == top else "saracen"
        resigned, forfeited = at_once(
            outcome(
                lambda pairing=pairing, top=top: play.resign(
                    game_id=pairing.game.public_id, user=top, idempotency_key=uuid.uuid4()
                )
            ),
            outcome(
                lambda pairing=pairing, stays=stays: organizing.decide(
                    user=eleanor,
                    tournament_id=made.public_id,
                    pairing_id=pairing.pk,
                    result=stays,
                    reason="The challenger was away",
                )
            ),
        )
        go_on(made)
        challenge.refresh_from_db()
        pairing.refresh_from_db()
        assert (resigned, pairing.game.status) == ("done", "over")
        counted = {"done": ("organizer", "lost"), "not-in-this-state": ("game", "won")}
        assert (pairing.how, challenge.state) == counted[forfeited]
        first = top if challenge.state == "lost" else below
        assert people[order(made)[0] - 1] == first
        assert TournamentAct.objects.filter(tournament=made, kind="settled").count() == time
        assert made.challenges.filter(ended_at=None).count() == 0
