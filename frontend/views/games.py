"""Lists of games, new games, and the page of a game."""

import uuid
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.db.models import QuerySet
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from frontend.facts import is_explained, page_script
from frontend.forms import FilterForm, NewGameForm, SearchForm
from frontend.per_language import once_a_language
from frontend.views import decision
from frontend.views.boards import preview_of_moment
from frontend.views.parts import contribution_of, key_of, lines_for, person, summaries, unknown_games_as_404
from frontend.views.rooms import waiting_room
from frontend.watched import watched_games
from games import errors
from games.access import Access, find_game
from games.accounts import guests
from games.chronicle.phrases import side_in_a_sentence
from games.models import Game, User
from games.models.game import LEVELS
from games.people.computers import LEVEL_NAMES
from games.services.lobby import invitations, lobby, matching, rematches
from games.services.record import dice
from games.services.results import results
from games.services.views import listing, quick_lists

LONGEST_LIST = 25
MOST_PAGES = 1000


class Page(NamedTuple):
    """A page of a list without a total: its games, and whether there are more."""

    keys: list[int]
    number: int
    has_next: bool


def page_of(keys: QuerySet[Game, int], asked: str) -> Page:
    """Returns the page of this number; the first if there is none."""
    number = int(asked) if asked.isdecimal() and len(asked) <= 6 and 0 < int(asked) <= MOST_PAGES else 1
    start = (number - 1) * LONGEST_LIST
    found = list(keys[start : start + LONGEST_LIST + 1])
    if not found and number > 1:
        return page_of(keys, "1")
    return Page(found[:LONGEST_LIST], number, len(found) > LONGEST_LIST)


@once_a_language
def labeled_fields(form: type[Form], values: tuple[tuple[str, str], ...] = ()) -> SafeString:
    """The fields of a form of choices, each in its label."""
    return format_html_join("", "<label>{} {}</label>", ((field.label, field) for field in form(initial=dict(values))))


def least_time_first(line: dict[str, Any]) -> tuple[bool, float]:
    """Sort key of waiting games: those without a clock, or with a stopped one, come last."""
    left = line["time"]["left"] if line["time"] and not line["time"]["stopped"] else None
    return left is None, left or 0


def is_to_start(line: dict[str, Any], user: User) -> bool:
    """Whether this game waits for the person to start it by hand."""
    return line["game"].creator_id == user.pk and line["by_hand"] and line["game"].dice_due_at is None


def lacks_part(line: dict[str, Any], user: User) -> bool:
    """Whether this game waits for the person's contribution to the dice."""
    game = line["game"]
    return game.dice_due_at is not None and any(
        seat.user_id == user.pk and not seat.contribution for seat in listing.seats_of(game)
    )


@require_safe
@login_required
def my_games(request: HttpRequest) -> HttpResponse:
    """The page of one's own games: invitations, waiting for me, waiting for others, open, solo, finished."""
    user = person(request)
    all_lines = summaries(request, listing.on_the_page_of(user))
    lines = [line for line in all_lines if not line["practice"]]
    before_the_start, running = _before_the_start(lines, user), _running(lines)
    waiting = (
        *running["waiting"],
        *running["computer_waiting"],
        *before_the_start["to_start"],
        *before_the_start["invitations"],
    )
    return render(
        request,
        "frontend/my_games.html",
        {
            "search": matching.search_of(user),
            **before_the_start,
            **running,
            "solo": [
                line for line in lines if line["status"] in (Game.Status.OPEN, Game.Status.ACTIVE) and line["solo"]
            ],
            "practice": [line for line in all_lines if line["practice"]],
            "finished": _with_status(Game.Status.OVER, lines),
            # So that the page's head need not ask again.
            "waiting_games": [line["id"] for line in waiting],
            "key": uuid.uuid4(),
        },
    )


def _with_status(status: str, lines: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return [line for line in lines if line["status"] == status]


def _before_the_start(lines: Iterable[dict[str, Any]], user: User) -> dict[str, list[dict[str, Any]]]:
    """Games of two that have not begun: to which one is invited, that wait for the reader to start them, and the
    others.
    """
    some = _with_status(Game.Status.OPEN, lines)
    own = [line for line in some if line["you"] and not line["solo"]]
    to_start = [
        line for line in own if line["free_side"] is None and (is_to_start(line, user) or lacks_part(line, user))
    ]
    return {
        "invitations": sorted((line for line in some if not line["you"]), key=lambda line: line["game"].created_at),
        "to_start": to_start,
        "open": [line for line in own if line not in to_start],
    }


def _running(lines: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Games that have begun: of two people, and against the computer; each kind by whether it waits for the reader."""
    some = _with_status(Game.Status.ACTIVE, lines)
    mine, others = _by_turn(line for line in some if not line["game"].alone)
    # In lists of their own: they hurry nobody.
    computer_mine, computer_others = _by_turn(line for line in some if line["computer"])
    return {
        "waiting": sorted(mine, key=least_time_first),
        "others": others,
        "computer_waiting": computer_mine,
        "computer": computer_others,
    }


def _by_turn(lines: Iterable[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Splits games into those that wait for the reader, and the others."""
    some = list(lines)
    return [line for line in some if line["waits_for_you"]], [line for line in some if not line["waits_for_you"]]


@require_safe
@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """Redirects to the next waiting game after the present one: the least time first, then the longest wait."""
    came_from = request.GET.get("after", "")
    for line in sorted(summaries(request, listing.waiting_games(person(request))), key=least_time_first):
        if line["id"] != came_from:
            return redirect("game", game_id=line["id"])
    messages.info(request, _("No other game waits for you."))
    return redirect("my-games")


@require_safe
def open_games(request: HttpRequest) -> HttpResponse:
    """The page of games with a free seat, and games to watch."""
    filters = FilterForm(request.GET)
    wish = filters.wish()
    page = page_of(listing.open_games(request.user, **wish).values_list("pk", flat=True), request.GET.get("page", ""))
    return render(
        request,
        "frontend/open_games.html",
        {
            "page": page,
            "filters": labeled_fields(FilterForm, tuple(wish.items())),
            "filtered": any(wish.values()),
            "open": lines_for(request.user, quick_lists.load(page.keys), results.results_for_lists),
            "watched": watched_games(request.user),
            "search": matching.search_of(request.user) if request.user.is_authenticated else None,
            "search_fields": labeled_fields(SearchForm),
            "key": uuid.uuid4(),
        },
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_game(request: HttpRequest) -> HttpResponse:
    """The form of a new game, and its creation."""
    user = person(request)
    # A link may have chosen the opponent; one that is not offered chooses nothing.
    asked = request.GET.get("opponent", "")
    initial = {"opponent": asked} if asked in Game.Visibility.values else {}
    form = NewGameForm(request.POST or None, user=user, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            arguments = form.as_arguments(user.time_zone) | {"contribution": contribution_of(request)}
            access = matching.open_game(user=user, idempotency_key=key_of(request), **arguments)
        except errors.Refused as refused:
            form.add_error(None, str(refused.detail))
        else:
            if form.cleaned_data["invited"] and access.game.status == Game.Status.OPEN:
                _invite(request, access.game, form.cleaned_data["invited"])
            return redirect("game", game_id=access.game.public_id)
    return render(
        request,
        "frontend/new_game.html",
        {"form": form, "known": invitations.past_opponents(user), "key": uuid.uuid4()},
    )


def _invite(request: HttpRequest, game: Game, name: str) -> None:
    """Invites by name after creation; the game stays if that fails."""
    try:
        invitations.invite(user=person(request), game_id=game.public_id, name=name)
    except errors.Refused as refused:
        messages.error(request, str(refused.detail))


@require_POST
@login_required
def start_solo(request: HttpRequest) -> HttpResponse:
    """Starts a solo game, by one click from anywhere."""
    try:
        part = contribution_of(request)
        access = lobby.create_game(
            user=person(request), solo=True, hints=True, contribution=part, idempotency_key=key_of(request)
        )
    except errors.Refused as refused:
        messages.error(request, str(refused.detail))
        return redirect("my-games")
    return redirect("game", game_id=access.game.public_id)


@require_POST
@login_required
def seek(request: HttpRequest) -> HttpResponse:
    """Searches for an opponent: redirects to the game if one was found, else to the search."""
    form = SearchForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose a side and options from the form."))
        return redirect("open-games")
    try:
        wish = form.as_arguments() | {"contribution": contribution_of(request)}
        access = matching.search(user=person(request), idempotency_key=key_of(request), **wish)
    except errors.Refused as refused:
        messages.error(request, str(refused.detail))
        return redirect("open-games")
    if access is not None:
        return redirect("game", game_id=access.game.public_id)
    messages.success(request, _("You are in the queue. The game begins as soon as somebody fits; you will be told."))
    return redirect("my-games")


@require_POST
@login_required
def stop_seeking(request: HttpRequest) -> HttpResponse:
    """Ends one's search for an opponent."""
    matching.stop(user=person(request))
    messages.success(request, _("You seek no opponent any more."))
    return redirect("my-games")


def levels_after(access: Access) -> dict[str, Any]:
    """Returns what the page of a game against the computer needs to offer others at the level below and the one
    above.
    """
    if not access.game.computer or len(access.sides) != 1:
        return {}
    at = LEVEL_NAMES.index(access.game.computer)
    around = [(level, str(name), at < place) for place, (level, name) in enumerate(LEVELS) if abs(place - at) == 1]
    return {"other_levels": around, "own_side": access.sides[0]}


@require_safe
@ensure_csrf_cookie
@unknown_games_as_404
def game_page(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """The page of a game; for an open one, what is still to be done before it starts."""
    try:
        access = find_game(user=request.user, game_id=game_id)
    except errors.GameNotFound:
        if request.user.is_authenticated:
            raise
        # It may be their own, private game: a link in a mail, or to a moment of it, leads on when they have logged in.
        return redirect_to_login(request.get_full_path())
    if access.game.status in (Game.Status.OPEN, Game.Status.CANCELED):
        return waiting_room(request, access)
    players = [seat.user for seat in access.seats.values()]
    context = {
        "game": access.game,
        "data": page_script(access),
        "seats": [(side, access.seats[side].user) for side in sorted(access.seats)],
        "plays": bool(access.sides),
        "with_computer": any(user is not None and user.computer for user in players),
        "without_part": _sides_without_part(access),
        "own_parts": " ".join(access.seats[side].contribution for side in access.sides),
        **levels_after(access),
        "key": uuid.uuid4(),
        "gentlest": guests.LEVEL,
        **preview_of_moment(request, access),
        "explained": is_explained(access),
        "coached": access.game.lesson or is_explained(access),
        "rematch": _rematch(access),
        "practice": _practice(access.game),
        "decision": decision.for_game_page(access),
    }
    return render(request, "frontend/game.html", context)


def _sides_without_part(access: Access) -> list[str]:
    """The sides of people whose part of the dice is missing; none in lessons and practice, which wait for no parts."""
    game = access.game
    if not game.commitment or game.lesson or game.practice:
        return []
    missing = ((side, access.seats[side].user) for side in dice.missing(access))
    return [side for side, user in missing if user is None or not user.computer]


def _practice(game: Game) -> dict[str, Any] | None:
    """What a practice game goes on from, in words, with the way to that moment and to the form that begins another."""
    if not game.practice:
        return None
    if game.exercise:
        return {"words": _("It began from an exercise. What your side could not see was dealt anew.")}
    if game.practice == "all":
        words = _("It goes on from a moment of a finished game, with everything as it was.")
    else:
        words = _("It goes on from a moment of a finished game, with what {side} knew then.").format(
            side=side_in_a_sentence(game.practice)
        )
    found: dict[str, Any] = {"words": words}
    if game.practice_of is not None:
        moment = f"?at={game.practice_n}&as={game.practice}"
        found["original"] = reverse("game", args=[game.practice_of]) + moment
        found["again"] = reverse("practice", args=[game.practice_of]) + moment
    return found


def _rematch(access: Access) -> Game | None:
    """The next game of the same two, for those who played this one to its end."""
    if not access.sides or access.game.status != Game.Status.OVER:
        return None
    return rematches.current_rematch(access.game, [seat.user for seat in access.seats.values()])
