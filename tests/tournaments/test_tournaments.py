"""Tournaments from sign-up to their end: games, results, and what happens to who does not come."""

import csv
import io
import uuid
from datetime import timedelta

import pytest
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.access import game_under_review
from games.accounts.deletion import delete_account
from games.alerts import due, subjects
from games.alerts.reading import Reading
from games.errors import OfATournament
from games.models import DisputeCase, Game, Notice, Pairing, Round, Seat, TournamentAct, User
from games.services.agreements import endings
from games.services.lobby import blocking, lobby, starting
from games.services.play import play
from games.tournaments import deadlines, entering, errors, finding, organizing, scoring
from games.tournaments.sheet import Sheet
from tests.tournaments.conftest import begun, go_on, made


def rows(tournament, number=None):
    found = Pairing.objects.filter(round__tournament=tournament, round__number=number or tournament.round)
    return list(found.select_related("frank__user", "saracen__user", "game", "round").order_by("board", "leg"))


def start_games():
    Game.objects.filter(dice_due_at__isnull=False).update(dice_due_at=timezone.now())
    starting.begin_overdue()


def resign(row, side):
    user = (row.frank if side == "frank" else row.saracen).user
    play.resign(game_id=row.game.public_id, user=user, idempotency_key=uuid.uuid4())


def better_wins(row):
    resign(row, "saracen" if row.frank.seed < row.saracen.seed else "frank")


def play_round(tournament):
    start_games()
    for row in rows(tournament):
        if not row.result:
            better_wins(row)
    return go_on(tournament)


def late(tournament):
    """The round is over, and each side asked in it has been for five days."""
    Seat.objects.filter(game__pairing__round__tournament=tournament).update(
        runs_since=F("runs_since") - timedelta(days=5)
    )
    Round.objects.filter(tournament=tournament, number=tournament.round).update(due_at=timezone.now())
    return go_on(tournament)


def table(tournament):
    entrants = list(tournament.entrants.filter(seed__isnull=False).order_by("seed"))
    everything = (
        Pairing.objects.filter(round__tournament=tournament)
        .select_related("round")
        .order_by("round__number", "board", "leg")
    )
    return [
        (line.rank, line.entrant - entrants[0].pk + 1, line.points)
        for line in scoring.table_of(tournament, entrants, everything)
    ]


# --- from sign-up to the end
# --------------------------------------------------------------------------------------------------


def test_a_knock_out_plays_itself_to_its_winner(eleanor, club):
    tournament = begun(eleanor, club(5), system="knock-out")
    assert [row.how for row in rows(tournament)].count("bye") == 3
    for _round in range(3):
        tournament = play_round(tournament)
    assert (tournament.state, tournament.round, table(tournament)[0]) == ("over", 3, (1, 1, 3.0))


def test_games_begin_by_themselves_and_both_players_hear_of_the_round(eleanor, club):
    tournament = begun(eleanor, club(2), number_of_rounds=1)
    (row,) = rows(tournament)
    assert {seat.user for seat in row.game.seats.all()} == {row.frank.user, row.saracen.user}
    assert row.game.ruleset == tournament.ruleset
    told = Notice.objects.filter(game=row.game, kind="start", target=None)
    assert [(notice.data["tournament"], notice.data["round"]) for notice in told] == [("Cup of Acre", 1)] * 2


def test_each_pair_may_play_both_sides_in_a_round_robin(eleanor, club):
    tournament = begun(eleanor, club(3), system="round-robin", sides="both")
    while tournament.state == "running":
        tournament = play_round(tournament)
    assert table(tournament) == [(1, 1, 4.0), (2, 2, 2.0), (3, 3, 0.0)]
    assert Pairing.objects.filter(round__tournament=tournament, how="game").count() == 6


def test_sign_up_closes_by_the_clock_and_with_one_player_nothing_starts(eleanor, club):
    people = club(3)
    two, one = made(eleanor), made(eleanor)
    for person, tournament in ((people[0], two), (people[1], two), (people[2], one)):
        entering.sign_up(user=person, tournament_id=tournament.public_id)
    type(two).objects.update(sign_up_until=timezone.now() - timedelta(minutes=1))
    assert (go_on(two).state, go_on(one).state) == ("running", "canceled")


# --- who may
# --------------------------------------------------------------------------------------------------------------------


def test_staff_makes_organizers_and_only_they_make_tournaments(eleanor, club):
    (anybody,) = club(1)
    with pytest.raises(errors.NotAnOrganizer):
        made(anybody)
    tournament = made(eleanor)
    with pytest.raises(errors.NotItsOrganizer):
        organizing.start_now(user=anybody, tournament_id=tournament.public_id)


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "x"},
        {"size": 500},
        {"pace": "hasty"},
        {"number_of_rounds": 0},
        {"system": "lottery"},
        {"tie_breaks": ["luck"]},
    ],
    ids=lambda wrong: next(iter(wrong)),
)
def test_a_tournament_out_of_bounds_is_refused_with_a_sentence(eleanor, wrong):
    with pytest.raises(errors.BadTournament) as refused:
        made(eleanor, **wrong)
    assert str(refused.value.detail)


def test_a_name_is_one_line_since_mails_have_it_in_their_subject(eleanor):
    assert made(eleanor, name=" Cup\r\nof\x00 Acre ").name == "Cup of Acre"


def test_entry_by_rating_size_and_link(eleanor, club):
    strong, second, third, weak = club(4)
    tournament = made(eleanor, visibility="private", rating_from=1975, size=2)
    with pytest.raises(errors.TournamentNotFound):
        entering.sign_up(user=strong, tournament_id=tournament.public_id)
    link = {"tournament_id": tournament.public_id, "invitation": tournament.invitation_token}
    with pytest.raises(errors.RatingOutside):
        entering.sign_up(user=weak, **link)
    entering.sign_up(user=strong, **link)
    entering.sign_up(user=second, **link)
    entering.sign_up(user=second, **link)  # twice is once
    with pytest.raises(errors.TournamentFull):
        entering.sign_up(user=third, **link)
    assert finding.find(user=strong, tournament_id=tournament.public_id) == tournament


# --- who does not come
# ----------------------------------------------------------------------------------------------------------


def test_who_withdraws_loses_what_is_open_and_is_not_paired_again(eleanor, club):
    people = club(4)
    tournament = begun(eleanor, people)
    first, second = rows(tournament)
    start_games()
    entering.withdraw(user=first.frank.user, tournament_id=tournament.public_id)  # their game runs: resigned
    Game.objects.get(pk=first.game_id, status="over", ending="resignation")
    better_wins(second)
    go_on(tournament)
    assert first.frank_id not in {pk for row in rows(tournament) for pk in (row.frank_id, row.saracen_id)}
    assert [row.how for row in rows(tournament)].count("bye") == 1


def test_a_game_that_waits_for_the_dice_is_forfeited_and_withdrawn(eleanor, club):
    tournament = begun(eleanor, club(4), system="round-robin")
    row = rows(tournament)[0]
    entering.withdraw(user=row.saracen.user, tournament_id=tournament.public_id)
    row.refresh_from_db()
    assert (row.result, row.how, Game.objects.get(pk=row.game_id).status) == ("frank", "forfeit", "canceled")


def test_at_the_end_of_the_round_who_used_more_time_loses_and_else_both_have_half_a_point(eleanor, club):
    tournament = begun(eleanor, club(4))
    start_games()
    _one, other = rows(tournament)  # the Franks begin
    other.game.seats.update(awaited_at_wall=True, runs_since=timezone.now())
    late(tournament)
    assert [(row.result, row.how) for row in rows(tournament, 1)] == [("saracen", "deadline"), ("half", "deadline")]
    assert tournament.round == 2


def test_a_game_annulled_or_without_a_winner_gives_half_a_point_each(eleanor, club):
    tournament = begun(eleanor, club(2), number_of_rounds=1)
    start_games()
    (row,) = rows(tournament)
    with transaction.atomic():
        endings.annul(
            game_under_review(user=eleanor, game_id=row.game.public_id, lock=True), reason="A fault of the site"
        )
    assert (go_on(tournament).state, [line[2] for line in table(tournament)]) == ("over", [0.5, 0.5])


def test_a_deleted_account_leaves_its_tournaments(eleanor, club):
    people = club(4)
    tournament = begun(eleanor, people, system="round-robin")
    delete_account(user=people[1])
    go_on(tournament)
    (row,) = [row for row in rows(tournament, 1) if people[1].pk in (row.frank.user_id, row.saracen.user_id)]
    assert (row.how, tournament.entrants.get(user=people[1]).left_why) == ("forfeit", "closed")
    assert play_round(tournament).round == 2
    waiting = made(eleanor)
    User.objects.filter(pk=people[0].pk).update(is_superuser=True)
    delete_account(user=eleanor)
    assert go_on(waiting).state == "canceled"


def test_a_game_of_a_tournament_is_left_by_the_tournament_alone_and_blocks_change_nothing(eleanor, club):
    (row,) = rows(begun(eleanor, club(2), number_of_rounds=1))
    for act, user in (
        (lobby.cancel_game, row.frank.user),
        (lobby.remove_player, row.frank.user),
        (lobby.leave_game, row.saracen.user),
    ):
        with pytest.raises(OfATournament):
            act(user=user, game_id=row.game.public_id)
    blocking.block(user=row.frank.user, other=row.saracen.user)
    assert Game.objects.get(pk=row.game_id).status == "open"


# --- disputes
# -------------------------------------------------------------------------------------------------------------------


def dispute(row):
    return DisputeCase.objects.create(
        game=row.game, opener=row.frank.user, side="frank", category="rules", wish="result", event=1
    )


def test_a_round_waits_for_a_dispute_and_the_organizer_may_decide(eleanor, club):
    tournament = begun(eleanor, club(2), number_of_rounds=1)
    start_games()
    (row,) = rows(tournament)
    case = dispute(row)
    better_wins(row)
    assert go_on(tournament).state == "running"
    late(tournament)
    assert rows(tournament)[0].result == ""
    organizing.decide(
        user=eleanor, tournament_id=tournament.public_id, pairing_id=row.pk, result="annulled", reason="Both agree"
    )
    tournament.refresh_from_db()
    assert (tournament.state, case.state) == ("over", "open")


def test_a_result_that_a_reviewer_changes_changes_the_table(eleanor, club):
    tournament = begun(eleanor, club(4))
    before = rows(tournament)
    play_round(tournament)
    row = before[0]
    with transaction.atomic():
        access = game_under_review(user=eleanor, game_id=row.game.public_id, lock=True)
        endings.set_result(access, ending="ruling", winner="" if row.result else "frank", reason="The dice were wrong")
    go_on(tournament)
    row.refresh_from_db()
    assert row.result == Game.objects.get(pk=row.game_id).winner
    assert tournament.round == 2


# --- the organizer
# --------------------------------------------------------------------------------------------------------------


def test_an_organizer_exchanges_players_before_a_round_begins_and_all_is_logged(eleanor, club):
    people = club(4)
    tournament = begun(eleanor, people, by_hand=True)
    one, other = rows(tournament)
    assert (one.game, tournament.played_rounds.get().begun_at) == (None, None)
    names = (one.frank.user.username, other.frank.user.username)
    organizing.exchange(user=eleanor, tournament_id=tournament.public_id, one=names[0], other=names[1])
    assert [row.frank.user.username for row in rows(tournament)] == [names[1], names[0]]
    with pytest.raises(errors.NotExchangeable):
        organizing.exchange(user=eleanor, tournament_id=tournament.public_id, one=names[0], other=names[0])
    organizing.begin_round(user=eleanor, tournament_id=tournament.public_id)
    assert all(row.game is not None for row in rows(tournament))
    organizing.extend(user=eleanor, tournament_id=tournament.public_id, days=7)
    organizing.remove(user=eleanor, tournament_id=tournament.public_id, name=names[0], reason="Did not answer")
    organizing.cancel(user=eleanor, tournament_id=tournament.public_id, reason="Too few are left")
    kinds = list(
        TournamentAct.objects.filter(tournament=tournament, actor=eleanor).order_by("pk").values_list("kind", flat=True)
    )
    assert kinds == ["created", "started", "exchanged", "begun", "extended", "left", "canceled"]


def test_decisions_need_a_reason_and_a_removed_player_cannot_come_back(eleanor, club):
    (person,) = club(1)
    tournament = made(eleanor)
    entering.sign_up(user=person, tournament_id=tournament.public_id)
    with pytest.raises(errors.ReasonNeeded):
        organizing.remove(user=eleanor, tournament_id=tournament.public_id, name=person.username, reason=" ")
    organizing.remove(user=eleanor, tournament_id=tournament.public_id, name=person.username, reason="Not of the club")
    with pytest.raises(errors.TakenOutOfTournament):
        entering.sign_up(user=person, tournament_id=tournament.public_id)


# --- alerts
# ---------------------------------------------------------------------------------------------------------------------


def test_the_alert_of_a_round_names_it_and_is_worth_sending_until_the_game_is_over(eleanor, club):
    (row,) = rows(begun(eleanor, club(2), number_of_rounds=1))
    notice = Notice.objects.filter(game=row.game, kind="start", target=None).first()
    assert "Round 1 of Cup of Acre has begun" in plain(subjects.subject(Reading(notice)))
    assert plain(Reading(notice).title()).startswith("Round 1 of Cup of Acre has begun: open your game")
    assert due.why_not(notice, timezone.now()) == ""
    start_games()
    better_wins(row)
    notice.refresh_from_db()
    assert "over" in (due.why_not(notice, timezone.now()), notice.why)


def plain(text):
    return text.replace("\u2068", "").replace("\u2069", "")


# --- double knock-out, waiting list, replacement
# ------------------------------------------------------------------------------------


def test_a_double_knock_out_plays_itself_to_a_second_final(eleanor, club):
    people = club(5)
    tournament = begun(eleanor, people, system="double")
    while tournament.state == "running" and tournament.round < 6:
        tournament = play_round(tournament)
    start_games()
    (final,) = rows(tournament)
    assert (final.frank.seed, final.saracen.seed) in ((1, 2), (2, 1))
    resign(
        final, "frank" if final.frank.seed == 1 else "saracen"
    )  # the first loss of the winner of the winners' bracket
    tournament = go_on(tournament)
    assert (tournament.state, tournament.round, tournament.rounds) == ("running", 7, 7)
    tournament = play_round(tournament)
    assert tournament.state == "over"
    assert [line[:2] for line in table(tournament)] == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]
    told = dict(
        Notice.objects.filter(tournament=tournament, target=None, data__what="end").values_list(
            "user__username", "data__rank"
        )
    )
    assert told == {f"Knight{number:02}": number for number in range(1, 6)}
    byes = Notice.objects.filter(tournament=tournament, target=None, data__what="bye", data__round=1)
    assert sorted(byes.values_list("user__username", flat=True)) == ["Knight01", "Knight02", "Knight03"]


def test_a_double_knock_out_ends_by_itself_though_most_have_left(eleanor, club):
    people = club(9)
    tournament = begun(eleanor, people, system="double")
    for person in people[1:]:
        entering.withdraw(user=person, tournament_id=tournament.public_id)
    for _round in range(12):
        tournament = go_on(tournament)
    assert (tournament.state, table(tournament)[0][:2]) == ("over", (1, 1))


def test_the_waiting_list_moves_up_before_the_start_and_replaces_after_it(eleanor, club):
    people = club(6)
    tournament = made(eleanor, size=4, system="round-robin")
    for person in people[:4]:
        entering.sign_up(user=person, tournament_id=tournament.public_id)
    for person in people[4:]:
        with pytest.raises(errors.TournamentFull):
            entering.sign_up(user=person, tournament_id=tournament.public_id)
        entering.wait(user=person, tournament_id=tournament.public_id)
        entering.wait(user=person, tournament_id=tournament.public_id)  # twice is once
    entering.withdraw(user=people[3], tournament_id=tournament.public_id)
    assert {entrant.user for entrant in entering.active_entrants(tournament)} == {*people[:3], people[4]}
    organizing.start_now(user=eleanor, tournament_id=tournament.public_id)
    tournament = go_on(tournament)
    own = {"user": eleanor, "tournament_id": tournament.public_id, "reason": "Has gone to sea"}
    seat = tournament.entrants.get(user=people[0])
    (row,) = [row for row in rows(tournament) if seat in (row.frank, row.saracen)]
    before = row.game
    for wrong in (
        {"name": people[5].username, "by": people[0].username},
        {"name": people[0].username, "by": people[1].username},
    ):
        with pytest.raises(errors.NotReplaceable):
            organizing.replace(**own, **wrong)
    organizing.replace(**own, name=people[0].username, by=people[5].username)
    (row,) = [row for row in rows(tournament) if seat in (row.frank, row.saracen)]
    before.refresh_from_db()
    assert before.status == "canceled"
    assert people[5] in {
        held.user for held in row.game.seats.all()
    }  # a game that had not begun is played by who took over
    tournament = play_round(go_on(tournament))
    assert tournament.round == 2
    assert tournament.entrants.get(user=people[0]).left_why == "replaced"
    with pytest.raises(errors.TakenOutOfTournament):
        entering.wait(user=people[0], tournament_id=tournament.public_id)
    told = set(Notice.objects.filter(tournament=tournament, target=None).values_list("user__username", "data__what"))
    assert {("Knight05", "moved-up"), ("Knight01", "replaced"), ("Knight06", "took-over")} <= told


def test_a_running_game_of_a_replaced_player_is_lost_and_the_place_is_given_on_once(eleanor, club):
    people = club(6)
    tournament = begun(eleanor, people[:4], system="round-robin")
    for person in people[4:]:
        entering.wait(user=person, tournament_id=tournament.public_id)
    start_games()
    seat = tournament.entrants.get(user=people[0])
    own = {"user": eleanor, "tournament_id": tournament.public_id, "reason": "Sleeps"}
    organizing.replace(**own, name=people[0].username, by=people[4].username)
    (row,) = [row for row in rows(tournament, 1) if seat in (row.frank, row.saracen)]
    assert (row.how, row.result, row.game.status) == ("forfeit", "saracen" if row.frank == seat else "frank", "active")
    seat.refresh_from_db()
    assert (seat.user, seat.since_round, seat.left_at, seat.replaced) == (people[4], 2, None, people[0])
    with pytest.raises(errors.NotReplaceable):
        organizing.replace(**own, name=people[4].username, by=people[5].username)


def test_cities_of_a_game_that_the_tournament_decides_count_as_they_stand(eleanor, club):
    """By the end of the round, by the organizer, or by a forfeit: as of the last wall."""
    cup = go_on(begun(eleanor, club(6)))
    Game.objects.filter(status="open").update(dice_due_at=timezone.now())
    starting.begin_overdue()
    late, decided, forfeited = Pairing.objects.filter(round__tournament=cup).select_related("frank__user")
    organizing.decide(
        user=eleanor, tournament_id=cup.public_id, pairing_id=decided.pk, result="half", reason="By agreement"
    )
    organizing.remove(
        user=eleanor, tournament_id=cup.public_id, name=forfeited.frank.user.username, reason="Does not answer"
    )
    late.refresh_from_db()
    deadlines.decide(late, "frank")
    for row in (late, decided, forfeited):
        row.refresh_from_db()
        assert row.result, row.how
        assert (row.frank_cities, row.saracen_cities) == (4, 3), row.how


def test_games_can_be_had_as_csv_with_harmless_names(eleanor, club):
    people = club(3)
    User.objects.filter(pk=people[0].pk).update(username="=1+1")
    cup = go_on(begun(eleanor, people))
    rows = list(csv.DictReader(io.StringIO(Sheet.of(cup).games_to_csv())))
    assert {row["how"] for row in rows} == {"", "bye"}
    assert "'=1+1" in {name for row in rows for name in (row["franks"], row["saracens"])}
    assert next(row for row in rows if row["how"] == "bye")["cities franks"] == ""
