"""The element that shows a game's small board in a list, with the same in words for those who do not see it."""

from django.contrib.auth.models import AnonymousUser
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from frontend import addresses
from frontend.per_language import once_a_language
from frontend.small_boards import HEIGHT, WIDTH
from games.access import Access
from games.models import Game, Seat, User
from games.services.views.boards import has_board
from games.words_tables import phase_in_a_sentence

SHOWN_WIDTH = 220
SHOWN_HEIGHT = round(SHOWN_WIDTH * HEIGHT / WIDTH)
CITIES = 7


def mark_of(access: Access) -> str:
    """Returns a text for the address of a person's picture: their side or `public`, and the version of what it knows.

    It changes whenever the picture does, so browsers may keep each address.
    """
    viewer = access.viewer()
    return f"{viewer or 'public'}-{access.version(viewer)}"


def board_image(game: Game, seats: list[Seat], reader: User | AnonymousUser) -> SafeString:
    """The picture of a game in a list; empty for a game that has not begun. `seats` are both, loaded before."""
    if not has_board(game):
        return SafeString()
    return _image_element(game, f"?v={mark_of(Access(game, {seat.side: seat for seat in seats}, reader))}")


def board_image_of_round(game: Game, *, own: bool) -> SafeString:
    """The picture of a game whose seats are not loaded. A player's own is asked for each time it is shown."""
    if not has_board(game):
        return SafeString()
    return _image_element(game, "" if own else f"?v={mark_of(Access(game, {}, AnonymousUser()))}")


def _image_element(game: Game, query: str) -> SafeString:
    """The HTML of a game's small picture, with a text for those who do not see it."""
    words = _words()
    when = words["turn" if game.turn else "deployment"] % {"year": game.year, "turn": game.turn}
    alt = words["board"] % {"when": when}
    if game.frank_cities is not None:
        alt += words["cities"].format(frank=game.frank_cities, saracen=CITIES - game.frank_cities)
    return format_html(
        '<img class="small-board" src="{}{}" width="{}" height="{}" alt="{}" loading="lazy">',
        addresses.of_game("small-board", game.public_id), query, SHOWN_WIDTH, SHOWN_HEIGHT, alt,
    )  # fmt: skip


@once_a_language
def _words() -> dict[str, str]:
    """Returns the words of the alternative text, translated once a language."""
    return {
        # Translators: alternative text of a small picture: "Board, 1187, turn 2."
        "board": _("Board, %(when)s."),
        "turn": _("%(year)s, turn %(turn)s"),
        "deployment": f"%(year)s, {phase_in_a_sentence('deployment')}",
        "cities": " " + _("Victory cities: Franks {frank}, Saracens {saracen}."),
    }
