"""The forms of tournaments."""

from datetime import timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from frontend.forms import edition_choices, pace_choices
from games.models import Game, PaceName, Tournament
from games.tournaments.creating import MOST_DAYS, MOST_GRACE, MOST_REACH, MOST_ROUNDS, SIZES, USUAL_TIE_BREAKS
from games.tournaments.words import TIE_BREAKS
from rules.editions import CURRENT, OFFERED, OLDER


def in_two_weeks() -> Any:
    """The usual end of sign-up."""
    return timezone.localtime() + timedelta(days=14)


class GamesForm(forms.Form):
    """Fields that tournaments and ladders have in common: name, who may enter, and how games are played."""

    name = forms.CharField(label=_("Name"), min_length=3, max_length=80)
    about = forms.CharField(
        label=_("About"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Who it is for, prizes, where to ask."),
    )
    sides = forms.ChoiceField(
        label=_("Sides"), choices=Tournament.Sides.choices, widget=forms.RadioSelect, initial="lot"
    )
    pace = forms.ChoiceField(label=_("Pace"), choices=pace_choices, widget=forms.RadioSelect, initial=PaceName.SLOW)
    edition = forms.ChoiceField(
        label=_("Edition"), choices=edition_choices, widget=forms.RadioSelect, initial=CURRENT, required=False
    )
    iron_bridge = forms.BooleanField(
        label=_("Iron Bridge: the road from Antioch to Harim carries three blocks instead of four"), required=False
    )
    forced_marches = forms.BooleanField(
        label=_("Forced marches: one town farther, at the risk of a step"), required=False
    )
    visibility = forms.ChoiceField(
        label=_("Who may enter"),
        choices=[
            (Game.Visibility.PUBLIC, _("Everybody: it is listed, its games are public and rated")),
            (Game.Visibility.PRIVATE, _("Who has the link: it is not listed, its games are private")),
        ],
        widget=forms.RadioSelect,
        initial=Game.Visibility.PUBLIC,
    )
    grace_days = forms.IntegerField(
        label=_("Days of grace"),
        min_value=0,
        max_value=MOST_GRACE,
        initial=7,
        required=False,
        help_text=_(
            "So much longer has a game that stands still, by a pause or a vacation, when its time ends. With 0 pauses,"
            " and vacations that reach past the end, are refused."
        ),
    )
    rating_from = forms.IntegerField(label=_("Lowest rating"), min_value=0, max_value=4000, required=False)
    rating_to = forms.IntegerField(
        label=_("Highest rating"),
        min_value=0,
        max_value=4000,
        required=False,
        help_text=_("The mean of both sides; beginners have 1500."),
    )

    def as_arguments(self) -> dict[str, Any]:
        """The keyword arguments of `create` or `create_ladder` that both have."""
        data = dict(self.cleaned_data)
        if data["grace_days"] is None:
            del data["grace_days"]
        options = {"iron-bridge": data.pop("iron_bridge"), "forced-marches": data.pop("forced_marches")}
        edition = data.pop("edition") or CURRENT
        data["ruleset"] = {"edition": edition} | (options if edition != OLDER else {})
        return data

    @property
    def several_editions(self) -> bool:
        """Whether there is an edition to choose."""
        return len(OFFERED) > 1


class NewTournamentForm(GamesForm):
    """A new tournament: the arguments of `games.tournaments.creating.create`."""

    system = forms.ChoiceField(
        label=_("System"),
        choices=[choice for choice in Tournament.System.choices if choice[0] != Tournament.System.LADDER],
        widget=forms.RadioSelect,
        initial="swiss",
    )
    rounds = forms.IntegerField(
        label=_("Rounds"),
        min_value=1,
        max_value=MOST_ROUNDS,
        initial=5,
        help_text=_("Of a Swiss tournament; others have what they need."),
    )
    tie_breaks = forms.MultipleChoiceField(
        label=_("Tie-breaks"),
        choices=[*TIE_BREAKS.items()],
        widget=forms.CheckboxSelectMultiple,
        initial=list(USUAL_TIE_BREAKS),
        required=False,
    )
    size = forms.IntegerField(label=_("Places"), min_value=2, max_value=256, initial=16)
    sign_up_until = forms.DateTimeField(
        label=_("Sign-up until"),
        initial=in_two_weeks,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    round_days = forms.IntegerField(label=_("Days of a round, at most"), min_value=1, max_value=MOST_DAYS, initial=90)
    by_hand = forms.BooleanField(label=_("I look at the pairs of each round before its games begin"), required=False)

    def as_arguments(self) -> dict[str, Any]:
        """The keyword arguments of `create`."""
        data = super().as_arguments()
        data["number_of_rounds"] = data.pop("rounds")
        data["tie_breaks"] = [name for name in TIE_BREAKS if name in data["tie_breaks"]]
        return data


class NewLadderForm(GamesForm):
    """A new ladder: the arguments of `games.tournaments.creating.create_ladder`."""

    size = forms.IntegerField(label=_("Places"), min_value=2, max_value=SIZES[Tournament.System.LADDER], initial=100)
    reach = forms.IntegerField(label=_("Places one may challenge upward"), min_value=1, max_value=MOST_REACH, initial=3)
    answer_days = forms.IntegerField(label=_("Days to answer a challenge"), min_value=1, max_value=60, initial=7)
    game_days = forms.IntegerField(label=_("Days of a game, at most"), min_value=1, max_value=MOST_DAYS, initial=90)
    rest_days = forms.IntegerField(
        label=_("Days before the same two meet again"), min_value=0, max_value=MOST_DAYS, initial=30
    )
    idle_days = forms.IntegerField(
        label=_("Days after which who is idle moves down"), min_value=7, max_value=MOST_DAYS, initial=90
    )
