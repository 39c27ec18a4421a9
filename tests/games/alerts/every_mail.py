"""Every mail that the site can send, of every kind and sub-kind, made again and again with the same names, times and
numbers.

`GROUPS` holds the alerts by subject: each case has a name, the game that it is about (a `Scene`), the kind, and the
data as they lie in the outbox. Data that only older versions wrote are cases as well: their rows are read for as long
as the database has them.
"""

import itertools
import re
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.test import RequestFactory
from django.utils import translation

from games.accounts.adapter import AccountAdapter
from games.alerts import mail, unsubscribing
from games.models import CaseEntry, DisputeCase, Game, Notice, Tournament, User
from games.models.dispute import FINAL_ROUND
from games.services.alerts.kinds import disputes
from games.services.lobby import lobby
from tests.games.conftest import started
from tests.games.helpers import DONE, Player, ok, stage

NOON = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)
SOON = (NOON + timedelta(hours=3, minutes=30)).isoformat()
LATER = (NOON + timedelta(days=6, hours=9)).isoformat()
CASE, DECISION = 9007, 9000001
DICE = "5eed" * 16
HEAD = "0cafe" * 12 + "beef"
ENDINGS = [
    *itertools.product(("victory-cities", "sudden-death", "resignation", "time-out", "ruling"), ("frank", "saracen")),
    *itertools.product(("agreed", "annulled", "closed"), ("",)),
]

Json = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """One mail: `scene` names the game, `turn` what the row's column `turn` holds."""

    name: str
    kind: str
    data: Json = field(default_factory=dict)
    scene: str = "running"
    turn: int = 0
    readers: tuple[str, ...] = ("Saladin",)
    """Several where they read different things: of the two players one has to move, one is of the other side."""


class World:
    """Three people and the games they are in: Saladin, whose turn it is, Richard, and Baldwin, who plays in none of
    them.
    """

    def __init__(self, new_player: Callable[[str], Player]) -> None:
        self.people = {name: new_player(name) for name in ("Saladin", "Richard", "Baldwin")}
        User.objects.filter(username="Saladin").update(time_zone="Europe/Warsaw")
        self.scenes = {
            "running": self._fixed(self._running(pace="fast"), 1, year=1189, turn=3),
            "just begun": self._fixed(self._begun(pace="slow"), 2),
            "computer": self._fixed(self._running(pace="fast", take_over=True), 3, year=1190, turn=1),
            "open": self._fixed(lobby.create_game(user=self.user("Richard"), side="frank", pace="fast").game, 4),
            "older edition": self._fixed(lobby.create_game(user=self.user("Richard"), side="saracen").game, 5),
            "friendly": self._fixed(self._running(pace="friendly"), 6, year=1188, turn=6),
        }
        edition = self.scenes["older edition"].ruleset | {"edition": "1.4"}
        stage(self.scenes["older edition"], ruleset=edition)
        self.scenes["older edition"].ruleset = edition
        for ending, winner in ENDINGS:
            self.scenes[f"over {ending} {winner}".strip()] = self._over(winner, ending)
        self.scenes["restored"] = self._fixed(self._running(pace="fast"), 7, year=1189, turn=4)
        self.scenes["restored"].past_dice = [{"commitment": DICE, "secret": ""}]
        self.tournament = self._tournament("swiss", "Horns of Hattin")
        self.ladder = self._tournament("ladder", "Jacob’s ladder")
        self._dispute()

    def user(self, name: str) -> User:
        found = self.people[name].user
        assert found is not None
        return User.objects.get(pk=found.pk)

    def _begun(self, **options: Any) -> Game:
        return started(self.people["Richard"], self.people["Saladin"], **options)

    def _running(self, **options: Any) -> Game:
        game = self._begun(**options)
        ok(self.people["Richard"].act(game, DONE))
        return game

    def _fixed(self, game: Game, number: int, **fields: Any) -> Game:
        """The game under an id of its own that is the same in every run; dice and record have fixed fingerprints."""
        public_id = uuid.UUID(int=(0xACE0 + number) << 112)
        stage(game, public_id=public_id, invitation_token=f"invitation-{number}", commitment=DICE, head=HEAD, **fields)
        return Game.objects.get(pk=game.pk)

    def _over(self, winner: str, ending: str) -> Game:
        game = Game.objects.get(pk=self.scenes["running"].pk)
        game.status, game.winner, game.ending = Game.Status.OVER, winner, Game.Ending(ending)
        game.ended_by = self.user("Richard")
        return game

    def _tournament(self, system: str, name: str) -> Tournament:
        return Tournament.objects.create(
            public_id=uuid.UUID(int=(0xD0E0 + len(system)) << 112),
            name=name,
            organizer=self.user("Baldwin"),
            system=system,
            ruleset={},
            pace="fast",
            size=8,
            round_days=30,
            sign_up_until=NOON,
        )

    def _dispute(self) -> None:
        case = DisputeCase.objects.create(
            pk=CASE,
            game=self.scenes["running"],
            opener=self.user("Richard"),
            side="frank",
            other=self.user("Saladin"),
            category="dice",
            wish="annul",
            event=3,
            round=FINAL_ROUND,
        )
        CaseEntry.objects.create(
            pk=DECISION, case=case, number=1, kind="decision", text="The dice were as committed.\n\nBoth saw them."
        )
        CaseEntry.objects.create(
            pk=DECISION + 1, case=case, number=2, kind="answer", side="saracen", text="I wrote this."
        )


# --- which mails there are
# ---------------------------------------------------------------------------------------------------

PARTIES = ("Saladin", "Richard")
ANYBODY = ("Saladin", "Richard", "Baldwin")
RICHARD = ("Richard",)
FROM = {"from": "Richard"}


def _turns() -> Iterator[Case]:
    yield Case("a turn", "turn", readers=ANYBODY)
    yield Case("a turn without a clock", "turn", scene="friendly")
    yield Case("the first turn", "turn", {"started": True}, scene="just begun", readers=RICHARD)
    yield Case("a turn of deployment", "turn", scene="just begun", readers=RICHARD)
    yield Case("reminder of today", "reminder", {"until": SOON})
    yield Case("reminder of another day", "reminder", {"until": LATER})
    yield Case("reminder without an end", "reminder")
    yield Case("last reminder", "last-reminder", {"until": SOON})
    yield Case("message", "message")
    yield Case("message in an open game", "message", scene="open")
    yield Case("message with a name", "message", FROM)


def _begins() -> Iterator[Case]:
    for scene in ("open", "older edition"):
        yield Case(f"invitation, {scene}", "invitation", FROM, scene=scene)
        yield Case(f"invitation to a rematch, {scene}", "invitation", FROM | {"offer": "rematch"}, scene=scene)
    yield Case("invitation of nobody known", "invitation", scene="open")
    yield Case("the start", "start", scene="just begun", readers=PARTIES)
    yield Case("took over", "start", {"took-over": "saracen"}, readers=PARTIES)
    yield Case("somebody joined", "start", {"joined": "Saladin"}, scene="open", readers=RICHARD)
    yield Case("the dice wait", "start", {"dice": True, "until": SOON}, scene="open", readers=RICHARD)
    for name, occasion in (
        ("round", {"tournament": "Hattin", "round": 2}),
        ("ladder", {"tournament": "Hattin", "ladder": True}),
    ):
        yield Case(f"a game of a {name}", "start", occasion, scene="just begun", readers=RICHARD)
        waits = {"dice": True, "until": LATER, **occasion}
        yield Case(f"a game of a {name}, the dice wait", "start", waits, scene="open", readers=RICHARD)
    for gone in ("withdrawn", "removed"):
        yield Case(f"gone: {gone}", "start", FROM | {"gone": gone}, scene="open")
    yield Case("gone: late", "start", FROM | {"gone": "late"}, scene="computer")


def _offers() -> Iterator[Case]:
    for offer in (
        "pause",
        "end",
        "more-time",
        "pause-begun",
        "declined",
        "time-up",
        "time-given",
        "annul",
        "resign",
        "rematch",
    ):
        readers = PARTIES if offer == "time-given" else ("Saladin",)
        yield Case(offer, "offer", FROM | {"offer": offer}, readers=readers)
    yield Case("time up, the computer may play on", "offer", FROM | {"offer": "time-up"}, scene="computer")
    for offer in ("lapsed", "orders-lapsed", "rematch-lapsed"):
        yield Case(offer, "offer", {"offer": offer})
    yield Case("resume", "offer", FROM | {"offer": "resume", "until": LATER})
    yield Case("idle", "offer", {"offer": "idle", "until": LATER})
    yield Case("idle-open", "offer", {"offer": "idle-open", "until": LATER}, scene="open", readers=RICHARD)
    yield Case("an offer that is not known any more", "offer", FROM | {"offer": "marriage"})
    yield Case("an offer of an older version", "offer")


def _ends() -> Iterator[Case]:
    for ending, winner in ENDINGS:
        scene = f"over {ending} {winner}".strip()
        yield Case(scene, "over", scene=scene, readers=ANYBODY if ending == "resignation" else ("Saladin",))
    yield Case("over, while the game goes on", "over")


def _disputes() -> Iterator[Case]:
    yield Case("a dispute of an older version", "dispute")
    for news in disputes.NEWS:
        yield Case(f"{news}, to a party", "dispute", FROM | {"case": CASE, "news": news})
    for news in ("to-review", "replied", "assigned", "allowed"):
        yield Case(f"{news}, to a reviewer", "dispute", {"review": CASE, "news": news}, readers=("Baldwin",))
    acts = list(dict.fromkeys((*disputes.ACTED, *disputes.DONE_TO_YOU)))
    for act in acts:
        # Of these two the game waits for one: after a rewind, say, only one of them has to move again.
        readers = PARTIES if act in ("restore", "rewind") else ("Saladin",)
        yield Case(f"{act} on the way", "dispute", {"case": CASE, "news": "acted", "act": act}, readers=readers)
        decided = {"case": CASE, "news": "decided", "act": act, "until": LATER}
        yield Case(f"{act} as decision", "dispute", decided, turn=DECISION)
    for act in disputes.DONE_TO_YOU:
        done = {"case": CASE, "news": "acted", "act": act, "you": True}
        yield Case(f"{act} to the reader", "dispute", done)
        yield Case(f"{act} to an outsider", "dispute", {"news": "acted", "act": act, "you": True}, readers=("Baldwin",))
    for act in ("restore", "rewind"):
        yield Case(f"{act} with new dice", "dispute", {"case": CASE, "news": "acted", "act": act}, scene="restored")
    yield Case("what a player wrote", "dispute", FROM | {"case": CASE, "news": "answered"}, turn=DECISION + 1)


def _tournaments() -> Iterator[Case]:
    challenge = FROM | {"challenge": 4, "until": LATER}
    late = {"pairing": 5, "game": str(uuid.UUID(int=7)), "until": SOON}
    for what, data in (
        ("challenged", challenge),
        ("answer-soon", challenge | {"until": SOON}),
        ("late", late),
        ("ends-soon", late),
        ("overtime", late),
        ("overtime-other", late),
        ("grace", late),
        ("grace", {}),
        ("away", FROM),
        ("paused", {}),
        ("declined", FROM),
        ("unanswered", FROM),
        ("place-lost", FROM),
        ("bye", {"round": 3, "rests": False}),
        ("bye", {"round": 3, "rests": True}),
        ("end", {"rank": 2, "players": 9}),
        ("canceled", {}),
        ("closed", {}),
        ("moved-up", {}),
        ("replaced", {"round": 2}),
        ("took-over", {"round": 2}),
        ("result-changed", FROM | {"other": "Saladin"}),
    ):
        rests = ", without points" if data.get("rests") else ""
        for scene in ("tournament", "ladder"):
            yield Case(f"{what}{rests}, {scene}", "tournament", {"what": what, **data}, scene=scene)


A_DAY = "a day"
"""The scene of what is about no game and no tournament."""


def _decisions() -> Iterator[Case]:
    day = {"day": "2026-11-23", "year": 1190, "turn": 5}
    for what, more in (
        ("movement", {"phase": "move"}),
        ("card", {"phase": "cards", "turn": 6}),
        ("storm", {"phase": "battle", "town": "acre"}),
        ("retreat", {"phase": "battle", "town": "st-simeon"}),
        ("battle", {"phase": "battle", "town": "antioch"}),
    ):
        yield Case(what, "decision", {**day, "what": what, **more}, scene=A_DAY)


GROUPS: dict[str, list[Case]] = {
    "decisions": list(_decisions()),
    "turns": list(_turns()),
    "begins": list(_begins()),
    "offers": list(_offers()),
    "ends": list(_ends()),
    "disputes": list(_disputes()),
    "tournaments": list(_tournaments()),
}
_DECISION = GROUPS["decisions"][0].data
DIGESTS: dict[str, list[Case]] = {
    "a turn": [Case("", "turn")],
    "start and turn": [Case("", "start", scene="just begun"), Case("", "turn", scene="just begun")],
    "turn, reminder, message": [
        Case("", "turn"),
        Case("", "last-reminder", {"until": SOON}),
        Case("", "message", turn=1),
    ],
    "an appeal and a turn": [
        Case("", "turn"),
        Case("", "dispute", {"case": CASE, "news": "decided", "act": "time", "until": LATER}, turn=DECISION),
    ],
    "two games and a tournament": [
        Case("", "offer", FROM | {"offer": "pause"}),
        Case("", "over", scene="over resignation frank"),
        Case("", "turn", scene="computer"),
        Case("", "tournament", {"what": "bye", "round": 3}, scene="tournament"),
    ],
    "a decision alone": [Case("", "decision", _DECISION, scene=A_DAY)],
    "a turn and a decision": [Case("", "turn"), Case("", "decision", _DECISION, scene=A_DAY)],
    "tournaments alone": [
        Case("", "tournament", {"what": "challenged", **FROM, "challenge": 4, "until": LATER}, scene="ladder")
    ],
    "who is out": [
        Case("", "start", FROM | {"gone": "late"}, scene="computer"),
        Case("", "start", FROM | {"gone": "removed"}, scene="open"),
    ],
}


# --- how they are written down
# -----------------------------------------------------------------------------------------------


def alert(world: World, case: Case, reader: str, language: str) -> Notice:
    """The row of the outbox that such an alert has, for this reader."""
    user = world.user(reader)
    user.language = language
    clubs = {"tournament": world.tournament, "ladder": world.ladder}
    about: Json = {"tournament": clubs[case.scene]} if case.scene in clubs else {}
    about |= {"game": world.scenes[case.scene]} if case.scene in world.scenes else {}
    return Notice(user=user, kind=case.kind, turn=case.turn, data=dict(case.data), token=uuid.UUID(int=1), **about)


def alerts(world: World, group: str, language: str) -> Iterator[tuple[str, Notice, EmailMultiAlternatives]]:
    """Every alert of a group of kinds to each of its readers: its name, its row and its mail."""
    for case in GROUPS[group]:
        for reader in case.readers:
            notice = alert(world, case, reader, language)
            yield f"{case.name}, to {reader}", notice, mail.single(notice, "reader@example.org")


def digests(world: World, language: str) -> Iterator[tuple[str, EmailMultiAlternatives]]:
    """Daily mails."""
    for name, cases in DIGESTS.items():
        for reader in PARTIES if name == "a turn" else ("Saladin",):
            notices = [alert(world, case, reader, language) for case in cases]
            for notice in notices:
                notice.digest = "today"
            yield f"{name}, to {reader}", mail.digest(notices, "reader@example.org")


def account_mails(user: User | None, language: str) -> Iterator[tuple[str, EmailMultiAlternatives]]:
    """Every mail about an account, or to an address that has none: those whose templates the site has."""
    request = RequestFactory().get("/")
    adapter = get_adapter(request)
    assert isinstance(adapter, AccountAdapter)
    folder = settings.BASE_DIR / "frontend" / "templates"
    known = {
        "request": request,
        "user": user,
        "name": "Saladin",
        "email": "saladin@example.org",
        "from_email": "saladin@example.org",
        "to_email": "sultan@example.org",
        "deleted_email": "saladin@example.org",
        "activate_url": f"{settings.SITE_URL}/accounts/confirm-email/KEY/",
        "password_reset_url": f"{settings.SITE_URL}/accounts/password/reset/key/KEY/",
        "signup_url": f"{settings.SITE_URL}/accounts/signup/",
        "reset_url": f"{settings.SITE_URL}/accounts/password/reset/",
        "ip": "192.0.2.7",
        "way": "Firefox, Linux",
        "alerts_url": f"{settings.SITE_URL}/settings/alerts/#browsers",
        "timestamp": NOON,
        "current_site": {"domain": "crusader.example"},
        "language": language,
    }
    for template in sorted(folder.glob("*/email/*_subject.txt")):
        prefix = str(template.relative_to(folder)).removesuffix("_subject.txt")
        with translation.override(language):
            yield prefix, adapter.render_mail(prefix, "saladin@example.org", known)


STOP = re.compile(r"/alerts/stop/([^/\s]+)/")
BELOW = re.compile(r"\n\n(Stop .*?)\n(\S+)\n\nChoose which alerts you get\n\S+/settings/alerts/\n$", re.DOTALL)


def written(name: str, message: EmailMultiAlternatives) -> str:
    """Subject and text of a mail. One line says what its links stop, and whose: nobody could read their tokens."""
    text = BELOW.sub(lambda found: f"\n[{found[1]}: {_stopped(found[2])}]", str(message.body))
    return f"######## {name}\n{message.subject}\n\n{text.strip()}\n"


def page(message: EmailMultiAlternatives) -> str:
    """The HTML of a mail, with what the link stops in place of its signed token."""
    return STOP.sub(lambda found: f"/alerts/stop/[{_stopped(found[0])}]/", str(message.alternatives[0][0]))


def _stopped(link: str) -> str:
    found = STOP.search(link)
    stop = found and unsubscribing.read(found[1])
    assert stop, link
    game = f"of {stop.game.public_id.hex[:4].upper()}" if stop.game else ""
    return " ".join(filter(None, (stop.user.get_username(), stop.kind or "everything", game)))
