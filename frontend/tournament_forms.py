"""The forms of tournaments."""

from datetime import timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from frontend.forms import edition_choices, pace_choices
from games.models import Game, PaceName, Tournament
from games.tournaments.organizing import MOST_DAYS, MOST_ROUNDS, SIZES, USUAL_TIE_BREAKS
from games.tournaments.words import TIE_BREAKS
from rules.editions import CURRENT, OFFERED, OLDER


def in_two_weeks() -> Any:
    """The usual end of sign-up."""
    return timezone.localtime() + timedelta(days=14)


class NewTournamentForm(forms.Form):
    """A new tournament: the arguments of `games.tournaments.organizing.create`."""

    name = forms.CharField(label=_("Name"), min_length=3, max_length=80)
    about = forms.CharField(
        label=_("About"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Who it is for, prizes, where to ask."),
    )
    system = forms.ChoiceField(label=_("System"), choices=Tournament.System.choices, widget=forms.RadioSelect, initial="swiss")
    rounds = forms.IntegerField(
        label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS, initial=5, help_text=_("Of a Swiss tournament; others have what they need.")
    )
    sides = forms.ChoiceField(label=_("Sides"), choices=Tournament.Sides.choices, widget=forms.RadioSelect, initial="lot")
    tie_breaks = forms.MultipleChoiceField(
        label=_("Tie-breaks"),
        choices=[*TIE_BREAKS.items()],
        widget=forms.CheckboxSelectMultiple,
        initial=list(USUAL_TIE_BREAKS),
        required=False,
    )
    size = forms.IntegerField(label=_("Places"), min_value=2, max_value=max(SIZES.values()), initial=16)
    sign_up_until = forms.DateTimeField(
        label=_("Sign-up until"),
        initial=in_two_weeks,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    round_days = forms.IntegerField(label=_("Days of a round, at most"), min_value=1, max_value=MOST_DAYS, initial=90)
    pace = forms.ChoiceField(label=_("Pace"), choices=pace_choices, widget=forms.RadioSelect, initial=PaceName.SLOW)
    edition = forms.ChoiceField(label=_("Edition"), choices=edition_choices, widget=forms.RadioSelect, initial=CURRENT, required=False)
    iron_bridge = forms.BooleanField(
        label=_("Iron Bridge: the road from Antioch to Harim carries three blocks instead of four"), required=False
    )
    forced_marches = forms.BooleanField(label=_("Forced marches: one town farther, at the risk of a step"), required=False)
    visibility = forms.ChoiceField(
        label=_("Who may enter"),
        choices=[
            (Game.Visibility.PUBLIC, _("Everybody: it is listed, its games are public and rated")),
            (Game.Visibility.PRIVATE, _("Who has the link: it is not listed, its games are private")),
        ],
        widget=forms.RadioSelect,
        initial=Game.Visibility.PUBLIC,
    )
    rating_from = forms.IntegerField(label=_("Lowest rating"), min_value=0, max_value=4000, required=False)
    rating_to = forms.IntegerField(
        label=_("Highest rating"), min_value=0, max_value=4000, required=False, help_text=_("The mean of both sides; beginners have 1500.")
    )
    by_hand = forms.BooleanField(label=_("I look at the pairs of each round before its games begin"), required=False)

    def as_arguments(self) -> dict[str, Any]:
        """The keyword arguments of `create`."""
        data = dict(self.cleaned_data)
        data["number_of_rounds"] = data.pop("rounds")
        data["tie_breaks"] = [name for name in TIE_BREAKS if name in data["tie_breaks"]]
        options = {"iron-bridge": data.pop("iron_bridge"), "forced-marches": data.pop("forced_marches")}
        edition = data.pop("edition") or CURRENT
        data["ruleset"] = {"edition": edition} | (options if edition != OLDER else {})
        return data

    @property
    def several_editions(self) -> bool:
        """Whether there is an edition to choose."""
        return len(OFFERED) > 1
