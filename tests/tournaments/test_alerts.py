"""Mails of tournaments and ladders: their words in three languages, where they lead, and when they are not sent any
more.
"""

import pytest
from django.urls import reverse
from django.utils import timezone

from games.alerts import due, mail, preferences, subjects, targets
from games.alerts.reading import Reading
from games.models import Challenge, Mode, Notice
from games.services.alerts.kinds import tournaments
from games.tournaments import challenging, creating, entering
from tests.tournaments.conftest import begun

FIRST_STRONG, END = "\u2068", "\u2069"


def plain(text):
    return str(text).replace(FIRST_STRONG, "").replace(END, "")


@pytest.fixture
def ladder(eleanor, club):
    made = creating.create_ladder(user=eleanor, name="Ladder of Acre")
    for person in club(3):
        entering.sign_up(user=person, tournament_id=made.public_id)
    return made


def alert(tournament, user, **data):
    return Notice(user=user, tournament=tournament, kind="tournament", turn=1, data=data, due_at=timezone.now())


def challenged(ladder):
    one, other, _third = (entrant.user for entrant in ladder.entrants.order_by("place").select_related("user"))
    challenging.challenge(user=other, tournament_id=ladder.public_id, name=one.username)
    return Notice.objects.select_related("user", "tournament").get(kind="tournament", target=None)


def test_the_mail_of_a_challenge_says_who_until_when_and_leads_to_the_ladder(ladder):
    notice = challenged(ladder)
    assert plain(subjects.subject(Reading(notice))).startswith("Until ")
    assert ": Knight02 challenges you – " in plain(subjects.subject(Reading(notice)))
    assert plain(subjects.subject(Reading(notice))).endswith(f" – Ladder of Acre ({ladder.public_id.hex[:4].upper()})")
    message = mail.single(notice, "knight01@example.org")
    text = " ".join(plain(message.body).split())
    assert "Accept it, or your place is lost." in text
    assert "Answer until: " in text
    assert f"http://127.0.0.1:8000{reverse('tournament', args=[ladder.public_id])}" in text
    assert "Tournaments and ladders: challenges, byes, the end" in text
    assert ladder.public_id.hex in message.extra_headers["References"]
    html = message.alternatives[0][0]
    assert "See the challenge" in html
    said = targets.message_of(notice)
    assert (plain(said["players"]), said["game"]) == ("Ladder of Acre", "")


@pytest.mark.parametrize("language", ["en", "fr", "pl"])
def test_every_alert_of_tournaments_has_words_in_each_language(ladder, language):
    reader = ladder.entrants.order_by("place").first().user
    reader.language = language
    every = {
        "from": "Guy",
        "other": "Conrad",
        "round": 3,
        "rank": 2,
        "players": 9,
        "challenge": 1,
        "until": timezone.now().isoformat(),
    }
    subjects_there = set()
    for what in tournaments.TITLES:
        data = {**every, "what": "bye", "rests": True} if what == "rest" else {**every, "what": what}
        message = mail.single(alert(ladder, reader, **data), "guy@example.org")
        subjects_there.add(message.subject)
        assert "{" not in message.body + message.subject
        assert "Ladder of Acre" in plain(message.subject)
        assert len(plain(message.subject)) < 110, message.subject
    assert len(subjects_there) == len(tournaments.TITLES)


def test_an_alert_is_not_sent_where_the_challenge_was_answered_and_follows_the_settings(ladder):
    notice = challenged(ladder)
    assert due.why_not(notice, timezone.now()) == ""
    assert preferences.mode_of(notice) == Mode.AT_ONCE
    preferences.stop(user=notice.user, kind="tournament")
    assert preferences.mode_of(notice) == Mode.OFF
    Challenge.objects.update(state="declined", ended_at=timezone.now())
    assert due.why_not(notice, timezone.now()) == "answered"


def test_a_digest_tells_of_tournaments_beside_games(eleanor, ladder, club):
    notice = challenged(ladder)
    alone = mail.digest([notice], "knight01@example.org")
    assert alone.subject == "Crusader Rex: news of your tournaments"
    cup = begun(eleanor, [entrant.user for entrant in ladder.entrants.select_related("user")][:2], number_of_rounds=1)
    game = (
        Notice.objects.select_related("user", "game")
        .filter(user=notice.user, kind="start", game__pairing__round__tournament=cup)
        .first()
    )
    both = mail.digest([notice, game], "knight01@example.org")
    assert both.subject == "Crusader Rex: news of 1 game"
    text = " ".join(plain(both.body).split())
    assert "Knight02 challenges you to a game" in text
    assert "Round 1 of Cup of Acre has begun" in text


def test_the_game_of_a_challenge_is_told_of_by_the_name_of_its_ladder(ladder):
    notice = challenged(ladder)
    challenging.answer(
        user=notice.user, tournament_id=ladder.public_id, number=Challenge.objects.get().pk, said="accept"
    )
    told = Notice.objects.select_related("user", "game").filter(
        game__pairing__round__tournament=ladder, kind="start", target=None
    )
    assert all("Your game of Ladder of Acre has begun" in plain(subjects.subject(Reading(one))) for one in told)
    assert Notice.objects.get(pk=notice.pk).state == "dropped"
