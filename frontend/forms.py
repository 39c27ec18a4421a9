"""Forms of games: creation, filters, search."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games import errors
from games.accounts import guests
from games.models import Game, PaceName, User
from games.models.game import LEVELS
from games.paces import ADVICE, NAMES, PACES, describe, pace_name
from games.people import relations
from games.words import EDITIONS as EDITION_NAMES
from games.words import SIDES
from rules.editions import CURRENT, OFFERED, OLDER


@dataclass(frozen=True, slots=True)
class Explained:
    """The name of a choice and its explanation."""

    name: str
    hint: str

    def __str__(self) -> str:
        return self.name


def pace_choices() -> list[tuple[str, Any]]:
    """Returns the paces to choose from, each explained in a sentence."""

    def hint(name: str) -> str:
        return f"{describe(name)}. {ADVICE[name]}" if PACES[name].clocked else str(ADVICE[name])

    return [(name, Explained(pace_name(name), hint(name))) for name in PACES]


LEVEL_HINTS = {
    "page": _("The gentlest, for your first evening: one plan at a time, few attacks."),
    "squire": _("A newcomer: makes a newcomer's mistakes."),
    "knight": _("Knows the game and answers at once."),
    "baron": _("Weighs a few plans before it moves."),
    "king": _("Weighs many plans: the strongest, and the slowest."),
}


def level_choices() -> list[tuple[str, Any]]:
    """Returns the levels of the computer, each explained in a sentence."""
    return [(level, Explained(str(name), str(LEVEL_HINTS[level]))) for level, name in LEVELS]


EDITIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "2.0": (EDITION_NAMES["2.0"], ()),
    "1.4": (
        EDITION_NAMES["1.4"],
        (
            _("The map, the blocks and the cards are those of 2.0; those of 1.4 differ, and are not here."),
            _(
                "Roads take twice as many blocks, battles last four rounds, charges double the dice, all Saracens"
                " harry."
            ),
            _("Emirs and Pilgrims are lost for good, besiegers lie face-up, and a Winter Campaign is a turn of war."),
        ),
    ),
}


def edition_choices() -> list[tuple[str, Any]]:
    """Returns the editions offered, each explained in a few lines."""
    return [
        (name, Explained(str(title), "\n".join(map(str, lines))))
        for name, (title, lines) in EDITIONS.items()
        if name in OFFERED
    ]


class NewGameForm(forms.Form):
    """A new game: the arguments of `games.services.lobby.lobby.create_game`."""

    side = forms.ChoiceField(
        label=_("Your side"),
        choices=[*SIDES.items(), ("random", _("Chosen by lot"))],
        widget=forms.RadioSelect,
        initial="random",
    )
    opponent = forms.ChoiceField(
        label=_("Your opponent"),
        choices=[
            (Game.Visibility.PUBLIC, _("Anybody: the game is listed, others may watch")),
            (Game.Visibility.PRIVATE, _("Somebody I invite, by name or by a link")),
            ("computer", _("The computer: the game begins at once")),
            ("solo", _("Nobody: I play both sides")),
        ],
        widget=forms.RadioSelect,
        initial=Game.Visibility.PUBLIC,
        help_text=_(
            "Only games against anybody count for the figure that says how strong a player is, and stand in the"
            " players' records."
        ),
    )
    level = forms.ChoiceField(
        label=_("How the computer plays"), choices=level_choices, widget=forms.RadioSelect, required=False
    )
    invited = forms.CharField(
        label=_("Invite a player by name"),
        required=False,
        max_length=150,
        help_text=_("Leave it empty to send a link later."),
        widget=forms.TextInput(attrs={"list": "known-players", "autocomplete": "off"}),
    )
    by_hand = forms.BooleanField(label=_("I start the game myself once somebody has joined"), required=False)
    pace = forms.ChoiceField(
        label=_("Pace"), choices=pace_choices, widget=forms.RadioSelect, initial=PaceName.SLOW, required=False
    )
    weekends = forms.BooleanField(
        label=_("Weekends are free: the clocks rest on Saturdays and Sundays, in your time zone"),
        required=False,
        help_text=_("For fast and slow games."),
    )
    odds = forms.BooleanField(
        label=_("Odds on demand: both players may ask the site how a fight ahead is likely to end"),
        required=False,
        initial=True,
    )
    take_over = forms.BooleanField(
        label=_(
            "When a player's time is up, the other may have the computer play on in place of a win; unrated from then"
        ),
        required=False,
    )
    hints = forms.BooleanField(
        label=_("Hints: the computer says what it would play when it is asked"), required=False, initial=True
    )
    edition = forms.ChoiceField(
        label=_("Edition"), choices=edition_choices, widget=forms.RadioSelect, initial=CURRENT, required=False
    )
    richard_by_sea = forms.BooleanField(
        label=_("Edition 1.4: Richard sails from a port to one that the Saracens besiege, and fights there"),
        required=False,
    )
    fickle_philip = forms.BooleanField(label=_("Edition 1.4: King Philip goes home when James is lost"), required=False)
    iron_bridge = forms.BooleanField(
        label=_("Iron Bridge: the road from Antioch to Harim carries three blocks instead of four"), required=False
    )
    forced_marches = forms.BooleanField(
        label=_("Forced marches: one town farther, at the risk of a step"), required=False
    )
    handicap = forms.TypedChoiceField(
        label=_("Extra Frank blocks at the start"),
        choices=[(0, _("none")), (1, "1"), (2, "2"), (3, "3")],
        coerce=int,
        initial=0,
        help_text=_("Makes up for experience: the Saracens draw as many nomads fewer."),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.fields["level"].initial = guests.usual_level(user)
        if user.guest:
            opponent: Any = self.fields["opponent"]
            opponent.choices = [choice for choice in opponent.choices if choice[0] in ("computer", "solo")]
            self.initial["opponent"] = opponent.initial = "computer"
            opponent.help_text = ""

    def clean(self) -> dict[str, Any]:
        """Checks that an invited player is somebody else and not blocked, and that a game alone invites nobody."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("opponent") in ("solo", "computer"):
            data["invited"] = ""
        if data.get("invited"):
            try:
                person = relations.find_person(data["invited"])
                if person.pk == self.user.pk:
                    raise errors.NotYourself
                if relations.has_blocked(self.user, person):
                    raise errors.BlockedByYou
            except errors.Refused as refused:
                self.add_error("invited", str(refused.detail))
        return data

    def as_arguments(self, time_zone: str = "UTC") -> dict[str, Any]:
        """The keyword arguments of `create_game`. The zone is the creator's."""
        data = self.cleaned_data
        alone = data["opponent"] in ("solo", "computer")
        return {
            "side": data["side"],
            "solo": data["opponent"] == "solo",
            "computer": (data["level"] or "knight") if data["opponent"] == "computer" else "",
            "visibility": Game.Visibility.PRIVATE if alone else data["opponent"],
            "pace": PaceName.FRIENDLY if alone else data["pace"] or PaceName.SLOW,
            "weekend_zone": time_zone if data["weekends"] and not alone else "",
            "by_hand": data["by_hand"],
            "odds": data["odds"],
            "hints": data["hints"] and alone,
            "take_over": data["take_over"] and not alone,
            "ruleset": self._ruleset(),
        }

    def _ruleset(self) -> dict[str, Any]:
        """The edition, and those of the options that it has."""
        data = self.cleaned_data
        if data["edition"] == OLDER:
            names: tuple[str, ...] = ("handicap", "richard_by_sea", "fickle_philip")
        else:
            names = ("iron_bridge", "forced_marches", "handicap")
        return {"edition": data["edition"] or CURRENT} | {name.replace("_", "-"): data[name] for name in names}

    @property
    def several_editions(self) -> bool:
        """Whether there is an edition to choose."""
        return len(OFFERED) > 1


class FilterForm(forms.Form):
    """The filter of open games. It is read from a URL, so invalid values filter nothing."""

    side = forms.ChoiceField(label=_("Your side"), required=False, choices=[("", _("either")), *SIDES.items()])
    options = forms.ChoiceField(
        label=_("Options"),
        required=False,
        choices=[("", _("any")), ("plain", _("plain rules")), ("some", _("with options"))],
    )

    pace = forms.ChoiceField(label=_("Pace"), required=False, choices=[("", _("any")), *NAMES.items()])

    def wish(self) -> dict[str, str]:
        """The keyword arguments of `listing.open_games`."""
        self.is_valid()
        return {name: self.cleaned_data.get(name, "") for name in self.fields}


class SearchForm(forms.Form):
    """A search for an opponent: the arguments of `games.services.lobby.matching.search`."""

    OPTIONS: dict[str, dict[str, bool]] = {
        "plain": {},
        "iron-bridge": {"iron-bridge": True},
        "forced-marches": {"forced-marches": True},
        "both": {"iron-bridge": True, "forced-marches": True},
    }

    side = forms.ChoiceField(label=_("Your side"), required=False, choices=[("", _("either")), *SIDES.items()])
    options = forms.ChoiceField(
        label=_("Options"),
        required=False,
        choices=[
            ("", _("any")),
            ("plain", _("plain rules")),
            ("iron-bridge", _("Iron Bridge")),
            ("forced-marches", _("forced marches")),
            ("both", _("Iron Bridge and forced marches")),
        ],
    )

    pace = forms.ChoiceField(label=_("Pace"), required=False, choices=[("", _("any but live")), *NAMES.items()])

    def as_arguments(self) -> dict[str, Any]:
        """The keyword arguments of `seek`."""
        return {
            "side": self.cleaned_data["side"],
            "pace": self.cleaned_data["pace"],
            "ruleset": self.OPTIONS.get(self.cleaned_data["options"]),
        }
