"""What everybody gets at every address.

A new address needs a row here: its name, and for GET and POST what each of these people gets, in this order:

    owner  opponent  spectator  stranger  visitor  visitor at a private game  blocked  staff

The first two play in the game, as do the last two not; the spectator, the first visitor and the blocked come to a
public game, the others to a private one. A status with a `+` means that something is written to the database; without
it nothing may be. By GET nothing ever is. Where people differ by who they are only, `everybody` and `signed_in` say it
shorter.
"""

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.models import Game, Seat, User
from rules.orders import CHOICES as ORDERS
from tests.games.helpers import DONE


@dataclass(frozen=True)
class Row:
    get: str
    post: str
    put: str = ""  # for the few addresses that take it
    game: str = "running"
    args: dict[str, Any] = field(default_factory=dict)
    body: Callable[[Game, User | None], dict[str, Any]] = lambda game, user: {}


def everybody(status: str) -> str:
    return " ".join([status] * 8)


def signed_in(status: str, visitor: str = "302") -> str:
    return " ".join([*[status] * 4, visitor, visitor, status, status])


NO = everybody("405")
API_NO = signed_in("405", "401")
READ = "200 200 200 404 401 401 200 404"
WATCH = "200 200 200 404 200 404 200 404"  # spectators need no account
FOR_REVIEWERS = "404 404 404 404 302 302 404 200"
PASSWORD = {"password": "a-long-way-to-acre"}


def acting(**more: Any) -> Callable[[Game, User | None], dict[str, Any]]:
    """A request of somebody who knows their version of the game."""

    def body(game: Game, user: User | None) -> dict[str, Any]:
        seat = Seat.objects.filter(game=game, user=user).first() if user else None
        return {"version": seat.version if seat else game.public_version, "key": str(uuid.uuid4()), **more}

    return body


def keyed(**more: Any) -> Callable[[Game, User | None], dict[str, Any]]:
    """A request with a key of its own."""
    return lambda game, user: {"key": str(uuid.uuid4()), **more}


def vacation(game: Game, user: User | None) -> dict[str, Any]:
    day = (timezone.now() + timedelta(days=40)).date().isoformat()
    return {"first": day, "last": day}


def form(**fields: Any) -> Callable[[Game, User | None], dict[str, Any]]:
    return lambda game, user: fields


def writing(game: Game, user: User | None) -> dict[str, Any]:
    return {"text": "Well met.", "key": str(uuid.uuid4())}


def new_tournament(game: Game, user: User | None) -> dict[str, Any]:
    return {"name": "Cup of Acre", "system": "swiss", "sign-up-until": (timezone.now() + timedelta(days=9)).isoformat()}


def page(status: str = "200", *, visitor: str = "302") -> Row:
    """Something to read, for those who are logged in."""
    return Row(signed_in(status, visitor), NO)


TODAY = {"day": timezone.now().date().isoformat()}
NO_TOURNAMENT = {"tournament_id": uuid.UUID(int=1187)}
READABLE_BY_ALL = Row(everybody("200"), NO)

ROWS: dict[str, Row] = {
    # --- pages for everybody
    # ------------------------------------------------------------------------------------------------
    "robots": Row(everybody("200"), NO),
    "sitemap": Row(everybody("200"), NO),
    "favicon": Row(everybody("302"), NO),
    "security-txt": Row(everybody("200"), NO),
    "home": Row(signed_in("302", "200"), NO),
    "help": READABLE_BY_ALL,
    "dice": READABLE_BY_ALL,
    "health": READABLE_BY_ALL,
    "aid": READABLE_BY_ALL,
    "aid-cards": READABLE_BY_ALL,
    "aid-blocks": READABLE_BY_ALL,
    "aid-towns": READABLE_BY_ALL,
    "aid-glossary": READABLE_BY_ALL,
    "problems": READABLE_BY_ALL,
    "problem": Row(everybody("200"), NO, args={"code": "stale-version"}),
    "open-games": READABLE_BY_ALL,
    "service-worker": READABLE_BY_ALL,
    # --- tournaments: that of the matrix is none, in tests/frontend and tests/tournaments is who may do what
    # --------------------
    "tournaments": READABLE_BY_ALL,
    "new-tournament": Row("302 302 302 302 302 302 302 200", "302 302 302 302 302 302 302 200"),
    "new-ladder": Row("302 302 302 302 302 302 302 200", "302 302 302 302 302 302 302 200"),
    "tournament": Row(everybody("404"), NO, args=NO_TOURNAMENT),
    "tournament-csv": Row(everybody("404"), NO, args=NO_TOURNAMENT),
    "tournament-games-csv": Row(everybody("404"), NO, args=NO_TOURNAMENT),
    "tournament-json": Row(everybody("404"), NO, args=NO_TOURNAMENT),
    "tournament-sign-up": Row(NO, signed_in("404"), args=NO_TOURNAMENT),
    "tournament-wait": Row(NO, signed_in("404"), args=NO_TOURNAMENT),
    "ladder-challenge": Row(NO, signed_in("404"), args=NO_TOURNAMENT),
    "ladder-answer": Row(NO, signed_in("404"), args=NO_TOURNAMENT),
    "tournament-withdraw": Row(NO, signed_in("404"), args=NO_TOURNAMENT),
    "organize-tournament": Row(signed_in("404"), signed_in("404"), args=NO_TOURNAMENT),
    "results": READABLE_BY_ALL,
    "statistics": READABLE_BY_ALL,
    "mute-player": Row(NO, "302 302+ 302+ 302+ 302 302 302+ 302+", args={"name": "Richard"}, body=form(muted="yes")),
    "player": Row(everybody("200"), NO, args={"name": "Richard"}),
    "display": Row(everybody("200"), signed_in("302+", "302"), body=form(theme="dark", blocks="large")),
    "language": Row(NO, signed_in("302+", "302"), body=form(language="fr")),
    # --- games
    # --------------------------------------------------------------------------------------------------------------
    "my-games": page(),
    "next-game": page("302"),
    "new-game": Row(
        signed_in("200"), signed_in("302+", "302"), body=form(side="frank", opponent="public", handicap="0")
    ),
    "start-solo": Row(NO, signed_in("302+", "302")),
    "lesson": Row(NO, everybody("302+")),
    "play-now": Row(NO, everybody("302+")),
    "decision": Row(everybody("200"), everybody("302+")),
    "decision-of-day": Row(everybody("200"), everybody("302+"), args=TODAY),
    "go-on": Row(NO, "302 302 302 404 302 302 302 404"),  # of no exercise: tests/exercises has one
    "game": Row("200 200 200 404 200 302 200 404", NO),
    "game-dice": Row(WATCH, NO),
    "small-board": Row(WATCH, NO),
    "moment-picture": Row(everybody("404"), NO),  # of no moment; of one in tests/frontend/test_moments.py
    "chronicle": Row(everybody("404"), NO),  # none while the game runs
    # no moment of a running game; what there is of a finished one is in tests/games
    "practice": Row("409 409 409 404 409 404 409 404", "302 302 302 404 302 404 302 404"),
    "add-part": Row(NO, "302+ 404 302 404 302 302 404 404", game="open", body=form(randomness="0f" * 16)),
    "standing-orders": Row(
        "200 200 403 404 302 302 403 404",
        "302+ 302+ 403 404 302 302 403 404",
        body=form(**dict.fromkeys(ORDERS, "ask") | {"sally": "decline", "retreat-below": "0"}),
    ),
    "talk": Row("200 200 403 404 302 302 403 404", "302+ 302+ 403 404 302 302 403 404", body=writing),
    "notebook": Row(
        "200 200 403 404 302 302 403 404",
        "302+ 302+ 403 404 302 302 403 404",
        body=form(text="Acre first", version="0"),
    ),
    "join-game": Row(NO, "302 404 302+ 404 302 302 404 404", game="open"),
    "leave-game": Row(NO, "302 404 302 404 302 302 404 404", game="open"),
    "start-game": Row(NO, "302 404 302 404 302 302 404 404", game="open"),
    "remove-player": Row(NO, "302 404 302 404 302 302 404 404", game="open"),
    "invite": Row(NO, "302+ 404 302 404 302 302 404 404", game="open", body=form(name="Baldwin")),
    "uninvite": Row(NO, "302 404 302 404 302 302 404 404", game="open", body=form(name="Baldwin")),
    "decline": Row(NO, "302 404 302 404 302 302 404 404", game="open"),
    "rematch": Row(NO, "302 302 302 404 302 302 302 404"),
    "seek": Row(NO, signed_in("302+", "302"), body=form(side="", options="")),
    "stop-seeking": Row(NO, signed_in("302")),
    "cancel-game": Row(NO, "302+ 404 302 404 302 302 404 404", game="open"),
    # Who has the link may look, private game or not: that is what it is for.
    "invitation": Row("302 200 200 200 200 200 404 200", NO, game="open"),
    # A visitor sits down as a guest, which a public game does not take.
    "sit-down": Row(NO, "302 302+ 302+ 302+ 302 302+ 404 302+", game="open"),
    # --- accounts
    # -----------------------------------------------------------------------------------------------------------
    "signup": Row(signed_in("302", "200"), signed_in("302", "200")),
    "keep-account": Row(everybody("302"), everybody("302")),
    "login": Row(signed_in("302", "200"), signed_in("302", "200")),
    "logout": Row(NO, everybody("302")),
    "account_inactive": READABLE_BY_ALL,
    "account_reauthenticate": Row(signed_in("200"), signed_in("302"), body=form(**PASSWORD)),
    "account_email_verification_sent": READABLE_BY_ALL,
    "account_confirm_email": Row(everybody("200"), everybody("404"), args={"key": "spoiled"}),
    "account_reset_password": Row(
        everybody("200"), everybody("302+"), body=lambda game, user: {"email": f"{uuid.uuid4().hex}@example.org"}
    ),
    "account_reset_password_done": READABLE_BY_ALL,
    "account_reset_password_from_key": Row(everybody("200"), everybody("200"), args={"uidb36": "1", "key": "spoiled"}),
    "account_reset_password_from_key_done": READABLE_BY_ALL,
    "mfa_index": Row(signed_in("200"), signed_in("405")),
    "mfa_authenticate": Row(everybody("302"), everybody("302")),
    # Staff have a second factor here, the others have none.
    "mfa_reauthenticate": Row("302 302 302 302 302 302 302 200", "302 302 302 302 302 302 302 200"),
    "mfa_reauthenticate_webauthn": Row(everybody("302"), everybody("302")),
    "mfa_activate_totp": Row(everybody("302"), everybody("302")),
    "mfa_deactivate_totp": Row("404 404 404 404 302 302 404 302", "404 404 404 404 302 302 404 302"),
    "mfa_view_recovery_codes": Row(signed_in("404"), signed_in("405")),
    "mfa_generate_recovery_codes": Row(everybody("302"), everybody("302")),
    "mfa_download_recovery_codes": Row(signed_in("404"), signed_in("404")),
    "mfa_list_webauthn": Row(signed_in("200"), signed_in("405")),
    "mfa_add_webauthn": Row(everybody("302"), everybody("302")),
    "mfa_edit_webauthn": Row(everybody("302"), everybody("302"), args={"pk": 1}),
    "mfa_remove_webauthn": Row(everybody("302"), everybody("302"), args={"pk": 1}),
    "mfa_login_webauthn": Row(everybody("302"), everybody("302")),
    # --- one's own settings
    # ---------------------------------------------------------------------------------------------------
    "settings": page(),
    "preferences": Row(signed_in("200"), signed_in("302+", "302"), body=form(time_zone="Asia/Jerusalem", language="")),
    "account_email": Row(signed_in("200"), everybody("302"), body=form(action_add="", email="new@example.org")),
    "account_change_password": Row(signed_in("200"), signed_in("200"), body=form(oldpassword="guessed")),
    "account_set_password": Row(everybody("302"), everybody("302")),
    "usersessions_list": Row(signed_in("200"), everybody("302")),
    "blocked": Row(signed_in("200", "302"), signed_in("302+", "302"), body=form(shown="on")),
    "block": Row(NO, "302+ 302 302+ 302+ 302 302 302+ 302+", body=form(name="Saladin")),
    "unblock": Row(NO, signed_in("302"), body=form(name="Saladin")),
    # To make one the password is asked for again; `tests/people/test_tokens.py` gives it.
    "tokens": Row(signed_in("200"), everybody("302"), body=form(name="bot", scope="play")),
    "revoke-token": Row(NO, signed_in("302+", "302"), args={"number": 1}),
    "own-data": page(),
    "export-data": Row(NO, signed_in("200", "302")),
    # The only administrator stays.
    "leave": Row(signed_in("200"), "302+ 302+ 302+ 302+ 302 302 302+ 200", body=form(sure="on", **PASSWORD)),
    # --- disputes: who is a party, and who reviews, is in tests/disputes
    # -------------------------------------------------------
    "report-problem": Row(
        "200 200 403 404 302 302 403 404",
        "302+ 302+ 403 404 302 302 403 404",
        body=form(category="rules", wish="rewind", text="That muster went too far."),
    ),
    "my-disputes": page(),
    "dispute": Row(signed_in("404"), NO, args={"number": 1}),
    "dispute-write": Row(NO, signed_in("404"), args={"number": 1}, body=form(text="It did not.")),
    "dispute-withdraw": Row(NO, signed_in("404"), args={"number": 1}),
    "dispute-appeal": Row(NO, signed_in("404"), args={"number": 1}, body=form(text="Read it again.")),
    "resign-banned": Row(NO, signed_in("404")),
    "review-cases": Row(FOR_REVIEWERS, NO),
    "review-together": Row(NO, "404 404 404 404 302 302 404 302", body=form(act="answer", reason="See rule 5.4.")),
    "review-audit": Row(FOR_REVIEWERS, NO),
    "review-audit-export": Row(NO, FOR_REVIEWERS),
    "review-replies": Row(
        FOR_REVIEWERS, "404 404 404 404 302 302 404 302+", body=form(name="Muster", text="See rule 5.4.")
    ),
    "review-reply": Row(signed_in("404"), signed_in("404"), args={"reply": 1}),
    "review-reply-retire": Row(NO, signed_in("404"), args={"reply": 1}),
    "review-player": Row("404 404 404 404 302 302 404 200", NO, args={"name": "Richard"}),
    "review-player-note": Row(
        NO, "404 404 404 404 302 302 404 302+", args={"name": "Richard"}, body=form(text="Polite.")
    ),
    "review-lift-ban": Row(NO, "404 404 404 404 302 302 404 302", args={"name": "Richard"}, body=form(text="Enough.")),
    "review-case": Row(signed_in("404"), NO, args={"number": 1}),
    "review-board": Row(signed_in("404"), NO, args={"number": 1}),
    "review-integrity": Row(signed_in("404"), NO, args={"number": 1}),
    "review-do": Row(NO, signed_in("404"), args={"number": 1}, body=form(step="take")),
    "review-act": Row(signed_in("404"), signed_in("404"), args={"number": 1, "kind": "annul"}),
    # --- alerts
    # ---------------------------------------------------------------------------------------------------------------
    "alerts": Row(signed_in("200"), signed_in("200", "302")),
    "my-alerts": page(),
    "mail-again": Row(NO, signed_in("302", "302")),
    "mail-events": Row(NO, everybody("404")),
    "add-browser": Row(NO, signed_in("400", "302")),
    "browser-here": Row(NO, signed_in("400", "302")),
    "alerts-read": Row(NO, signed_in("302", "302")),
    "add-chat": Row(NO, signed_in("200", "302")),
    "vacations": Row(signed_in("200"), signed_in("302+", "302"), body=vacation),
    "end-vacation": Row(NO, signed_in("302"), args={"number": 1}),
    "remove-target": Row(NO, signed_in("404", "302"), args={"number": 1}),
    "try-target": Row(NO, signed_in("404", "302"), args={"number": 1}),
    "game-alerts": Row(NO, "302+ 302+ 404 404 302 302 404 404"),
    "stop-alerts": Row(everybody("404"), everybody("404"), args={"token": "spoiled"}),
    # --- API
    # ------------------------------------------------------------------------------------------------------------------
    "api-schema": Row(everybody("200"), everybody("405")),
    "api-schema-sockets": Row(everybody("200"), everybody("405")),
    "api-keys": Row(everybody("200"), everybody("405")),
    "api-unknown": Row(everybody("404"), everybody("404")),
    "api-games": Row(signed_in("200", "401"), signed_in("201+", "401")),
    "api-game": Row(WATCH, NO),
    "api-computer": Row(WATCH, NO),
    "api-analysis": Row("409 409 409 404 409 404 409 404", "409 409 403 404 401 401 403 404"),
    "api-hint": Row("403 403 403 404 401 401 403 404", API_NO),
    "api-odds": Row("409 409 403 404 401 401 403 404", API_NO, args={"town": "acre"}),
    "api-view": Row(WATCH, NO),
    "api-history": Row(WATCH, NO),
    "api-history-view": Row(WATCH, NO, args={"number": 3}),
    "api-replay": Row(WATCH, NO),
    "api-replay-marks": Row(WATCH, NO),
    "api-orders": Row(
        "200 200 403 404 401 401 403 404",
        API_NO,
        put="200+ 200+ 403 404 401 401 403 404",
        body=form(orders={"draw": "anywhere"}),
    ),
    "api-export": Row(READ, API_NO),
    "api-dice": Row(
        "200 404 200 404 401 401 404 404",
        "200+ 404 403 404 401 401 404 404",
        game="open",
        body=form(randomness="0f" * 16),
    ),
    "api-next-dice": Row(API_NO, signed_in("200+", "401")),
    "api-check": Row("409 409 409 404 401 401 409 404", API_NO),
    "api-invitation": Row("200 200 200 200 401 401 404 200", API_NO, game="open"),
    "api-join": Row(API_NO, "409 404 200+ 404 401 401 404 404", game="open"),
    "api-cancel": Row(API_NO, "200+ 404 403 404 401 401 404 404", game="open"),
    "api-leave": Row(API_NO, "409 404 403 404 401 401 404 404", game="open"),
    "api-start": Row(API_NO, "409 404 403 404 401 401 404 404", game="open"),
    "api-remove": Row(API_NO, "409 404 403 404 401 401 404 404", game="open"),
    "api-invite": Row(API_NO, "204+ 404 403 404 401 401 404 404", game="open", body=form(name="Baldwin")),
    "api-uninvite": Row(API_NO, "404 404 403 404 401 401 404 404", game="open", body=form(name="Baldwin")),
    "api-decline": Row(API_NO, "404 404 404 404 401 401 404 404", game="open"),
    "api-decision": Row(everybody("200"), signed_in("200+", "401")),
    "api-decision-of-day": Row(everybody("200"), signed_in("200+", "401"), args=TODAY),
    "api-decisions": Row(signed_in("200", "401"), API_NO),
    "api-answer": Row(signed_in("404", "401"), API_NO),
    "api-go-on": Row(API_NO, "404 404 403 404 401 401 403 404"),
    "api-practice": Row(API_NO, "409 409 409 404 401 401 409 404", body=form(n=3, side="frank")),
    "api-rematch": Row(API_NO, "409 409 403 404 401 401 403 404"),
    "api-whereabouts": Row("200 200 403 404 401 401 403 404", API_NO),
    "api-waiting": Row(signed_in("200", "401"), API_NO),
    "api-search": Row(signed_in("200", "401"), signed_in("200+", "401")),  # and DELETE, in tests/games
    "api-blocked": Row(signed_in("200", "401"), "204+ 409 204+ 204+ 401 401 204+ 204+", body=form(name="Saladin")),
    "api-vacations": Row(signed_in("200", "401"), signed_in("201+", "401"), body=vacation),
    "api-end-vacation": Row(API_NO, signed_in("400", "401"), args={"number": 1}),
    "api-present": Row(API_NO, signed_in("204+", "401")),
    "api-actions": Row(API_NO, "200+ 409 403 404 401 401 403 404", body=acting(action=DONE)),
    "api-undo": Row(API_NO, "409 409 403 404 401 401 403 404", body=acting()),
    "api-restart-turn": Row(API_NO, "409 409 403 404 401 401 403 404", body=acting()),
    "api-resign": Row(API_NO, "200+ 200+ 403 404 401 401 403 404", body=acting()),
    # The games of the matrix have no clock: there is nothing to give, pause or claim.
    "api-offers": Row(API_NO, "200+ 200+ 403 404 401 401 403 404", body=keyed(kind="end")),
    "api-offer": Row(API_NO, "409 409 403 404 401 401 403 404", args={"kind": "end"}, body=keyed(answer="accept")),
    "api-give-time": Row(API_NO, "409 409 403 404 401 401 403 404", body=keyed()),
    "api-end-pause": Row(API_NO, "409 409 403 404 401 401 403 404", body=keyed()),
    "api-claim": Row(API_NO, "409 409 403 404 401 401 403 404", body=keyed(claim="win")),
    # Talk and notebook are the players' own: onlookers, the blocked and staff get nothing of either.
    "api-results": Row(signed_in("200", "401"), API_NO),
    "api-statistics": Row(signed_in("200", "401"), API_NO),
    "api-tournaments": Row(signed_in("200", "401"), "403 403 403 403 401 401 403 201+", body=new_tournament),
    "api-tournament": Row(signed_in("404", "401"), API_NO, args=NO_TOURNAMENT),
    "api-tournament-sign-up": Row(API_NO, signed_in("404", "401"), args=NO_TOURNAMENT),
    "api-tournament-wait": Row(API_NO, signed_in("404", "401"), args=NO_TOURNAMENT),
    "api-tournament-start": Row(API_NO, signed_in("404", "401"), args=NO_TOURNAMENT),
    "api-tournament-cancel": Row(API_NO, signed_in("404", "401"), args=NO_TOURNAMENT, body=form(reason="Ill")),
    "api-tournament-extend": Row(API_NO, signed_in("404", "401"), args=NO_TOURNAMENT, body=form(days=1)),
    "api-tournament-by-hand": Row(API_NO, signed_in("404", "401"), args=NO_TOURNAMENT, body=form(**{"by-hand": True})),
    "api-tournament-begin-round": Row(API_NO, signed_in("404", "401"), args=NO_TOURNAMENT),
    "api-tournament-exchange": Row(
        API_NO, signed_in("404", "401"), args=NO_TOURNAMENT, body=form(one="Richard", other="Saladin")
    ),
    "api-tournament-decide": Row(
        API_NO, signed_in("404", "401"), args=NO_TOURNAMENT, body=form(pairing=1, result="frank", reason="Ill")
    ),
    "api-tournament-remove": Row(
        API_NO, signed_in("404", "401"), args=NO_TOURNAMENT, body=form(name="Richard", reason="Ill")
    ),
    "api-tournament-replace": Row(
        API_NO, signed_in("404", "401"), args=NO_TOURNAMENT, body=form(name="Richard", by="Guy", reason="Ill")
    ),
    "api-tournament-place": Row(
        API_NO, signed_in("404", "401"), args=NO_TOURNAMENT, body=form(name="Richard", place=1, reason="Ill")
    ),
    "api-tournament-log": Row(signed_in("404", "401"), API_NO, args=NO_TOURNAMENT),
    "api-challenges": Row(API_NO, signed_in("404", "401"), args=NO_TOURNAMENT, body=form(name="Richard")),
    "api-challenge": Row(
        API_NO, signed_in("404", "401"), args={**NO_TOURNAMENT, "number": 1}, body=form(answer="accept")
    ),
    "api-ladders": Row(API_NO, "403 403 403 403 401 401 403 201+", body=form(name="Ladder of Acre")),
    "api-tournament-withdraw": Row(API_NO, signed_in("404", "401"), args=NO_TOURNAMENT),
    "api-player": Row(signed_in("200", "401"), API_NO, args={"name": "Richard"}),
    "api-talk": Row("200 200 403 404 401 401 403 404", "201+ 201+ 403 404 401 401 403 404", body=writing),
    "api-talk-read": Row(API_NO, "200+ 200+ 403 404 401 401 403 404", body=form(number=0)),
    "api-talk-mute": Row(API_NO, "204+ 204+ 403 404 401 401 403 404", body=form(muted=True)),
    "api-talk-withdraw": Row(API_NO, "404 404 403 404 401 401 403 404", args={"number": 1}),
    "api-notebook": Row(
        "200 200 403 404 401 401 403 404",
        API_NO,
        put="200+ 200+ 403 404 401 401 403 404",
        body=form(text="Acre first", version=0),
    ),
    "api-here": Row(API_NO, "204+ 204+ 403 404 401 401 403 404"),
}
# The same addresses under the names that allauth looks for.
ROWS |= {"account_signup": ROWS["signup"], "account_login": ROWS["login"], "account_logout": ROWS["logout"]}
