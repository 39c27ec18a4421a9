"""Tournaments of each kind, for requests that Schemathesis makes: open, full, waiting for their organizer, running,
over; a ladder.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any

from django.contrib.auth.models import Permission
from django.utils import timezone

from games.models import Challenge, Game, Pairing, Tournament, User
from games.tournaments import challenging, creating, entering, organizing

Json = dict[str, Any]


@dataclass(frozen=True)
class Cups:
    """The tournaments and the people in them."""

    tournaments: Mapping[str, Tournament]
    people: Mapping[str, User]

    @classmethod
    def make(cls, number: int, people: Mapping[str, User]) -> "Cups":
        """Some of each system. `organizer` leads them, `frank` and `saracen` play in all with some more; `onlooker` and
        others in none.
        """
        organizer, frank, saracen = (people[name] for name in ("organizer", "frank", "saracen"))
        organizer.user_permissions.add(Permission.objects.get(codename="organize_tournaments"))
        more = [User.objects.create_user(f"knight{one}-{number}") for one in range(4)]
        four = [frank, saracen, *more[:2]]
        soon = timezone.now() + timedelta(days=3)

        def cup(name: str, players: list[User], *, start: bool = True, **options: Any) -> Tournament:
            options = {"system": "swiss", "number_of_rounds": 3, "size": 8, **options}
            made = creating.create(user=organizer, name=f"{name} {number}", sign_up_until=soon, **options)
            enter(made, players)
            if start:
                organizing.start_now(user=organizer, tournament_id=made.public_id)
            return made

        def enter(made: Tournament, players: list[User]) -> None:
            for player in players:
                entering.sign_up(user=player, tournament_id=made.public_id, invitation=made.invitation_token)

        def ask(ladder: Tournament, one: User, other: User) -> Challenge:
            challenging.challenge(user=one, tournament_id=ladder.public_id, name=other.username)
            return Challenge.objects.get(tournament=ladder, challenger__user=one, ended_at=None)

        full = cup("Full", [frank, more[0]], start=False, size=2)
        for player in (saracen, more[1]):
            entering.wait(user=player, tournament_id=full.public_id)
        waited_for = cup("Waited for", four, system="round-robin", sides="both", size=4)
        entering.wait(user=more[2], tournament_id=waited_for.public_id)
        over = cup("Over", four[:2], system="knock-out")
        for pairing in Pairing.objects.filter(round__tournament=over):
            organizing.decide(
                user=organizer, tournament_id=over.public_id, pairing_id=pairing.pk, result="frank", reason="By lot"
            )
        ladder = creating.create_ladder(user=organizer, name=f"Ladder {number}", reach=5, rest_days=0)
        enter(ladder, [*more, saracen, frank])
        ask(ladder, saracen, more[0])
        ask(ladder, frank, saracen)
        played = ask(ladder, more[2], more[1])
        challenging.answer(user=more[1], tournament_id=ladder.public_id, number=played.pk, said="accept")
        made = {
            "open": cup("Open", [saracen], start=False),
            "private": cup("Private", [frank], start=False, visibility=Game.Visibility.PRIVATE),
            "full": full,
            "by hand": cup("By hand", four, by_hand=True, ruleset={"edition": "1.4"}),
            "waited for": waited_for,
            "knock-out": cup("Knock-out", four, system="knock-out", visibility=Game.Visibility.PRIVATE),
            "double": cup("Double", four, system="double"),
            "over": over,
            "ladder": ladder,
        }
        return cls(made, {**people, **{player.username: player for player in more}})

    def fit(self, case: Any, random: Random, *, body: bool) -> None:
        """Puts what exists into the places of tournaments, challenges, games and people."""
        known = case.path_parameters or {}
        found = random.choice(list(self.tournaments.values()))
        if "tournament" not in known:
            return
        if random.random() < 0.9:
            known["tournament"] = str(found.public_id)
        if "number" in known:
            found = self.tournaments["ladder"]
            known["tournament"] = str(found.public_id)
            known["number"] = random.choice(list(found.challenges.values_list("pk", flat=True)))
        if body and isinstance(case.body, dict):
            self._fit_body(case.body, found, random)

    def _fit_body(self, body: Json, found: Tournament, random: Random) -> None:
        names = [person.username for person in self.people.values()]
        for field in ("name", "one", "other", "by"):
            if field in body and random.random() < 0.8:
                body[field] = random.choice(names)
        pairings = list(Pairing.objects.filter(round__tournament=found).values_list("pk", flat=True))
        if "pairing" in body and pairings and random.random() < 0.8:
            body["pairing"] = random.choice(pairings)
        if "place" in body and random.random() < 0.8:
            body["place"] = random.randint(1, 6)
        if "invitation" in body and random.random() < 0.5:
            body["invitation"] = found.invitation_token
        if "key" in body and random.random() < 0.5:
            body["key"] = str(uuid.UUID(int=random.randint(3, 9), version=4))
