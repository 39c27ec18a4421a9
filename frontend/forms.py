"""The forms of the pages."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Game, PaceName
from games.paces import ADVICE, PACES, describe, pace_name
from games.words import SIDES


@dataclass(frozen=True, slots=True)
class Explained:
    """The name of a choice and what is to be known of it."""

    name: str
    hint: str

    def __str__(self) -> str:
        return self.name


def pace_choices() -> list[tuple[str, Any]]:
    def hint(name: str) -> str:
        return f"{describe(name)}. {ADVICE[name]}" if PACES[name].clocked else str(ADVICE[name])

    return [(name, Explained(pace_name(name), hint(name))) for name in PACES]


class NewGameForm(forms.Form):
    """What `games.services.lobby.create_game` asks."""

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
            (Game.Visibility.PRIVATE, _("Somebody I send the invitation link to")),
            ("solo", _("Nobody: I play both sides")),
        ],
        widget=forms.RadioSelect,
        initial=Game.Visibility.PUBLIC,
    )
    pace = forms.ChoiceField(label=_("Pace"), choices=pace_choices, widget=forms.RadioSelect, initial=PaceName.SLOW, required=False)
    weekends = forms.BooleanField(
        label=_("Weekends are free: the clocks rest on Saturdays and Sundays, in your time zone"),
        required=False,
        help_text=_("For fast and slow games."),
    )
    iron_bridge = forms.BooleanField(
        label=_("Iron Bridge: the road from Antioch to Harim carries three blocks instead of four"), required=False
    )
    forced_marches = forms.BooleanField(label=_("Forced marches: one town farther, at the risk of a step"), required=False)
    handicap = forms.TypedChoiceField(
        label=_("Extra Frank blocks at the start"),
        choices=[(0, _("none")), (1, "1"), (2, "2"), (3, "3")],
        coerce=int,
        initial=0,
        help_text=_("Makes up for experience: the Saracens draw as many nomads fewer."),
    )

    def as_arguments(self, time_zone: str = "UTC") -> dict[str, Any]:
        """The keyword arguments of `create_game`. The zone is the creator's."""
        data = self.cleaned_data
        solo = data["opponent"] == "solo"
        return {
            "side": data["side"],
            "solo": solo,
            "visibility": Game.Visibility.PRIVATE if solo else data["opponent"],
            "pace": PaceName.FRIENDLY if solo else data["pace"] or PaceName.SLOW,
            "weekend_zone": time_zone if data["weekends"] and not solo else "",
            "ruleset": {
                "iron-bridge": data["iron_bridge"],
                "forced-marches": data["forced_marches"],
                "handicap": data["handicap"],
            },
        }
