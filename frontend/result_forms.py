"""The form that filters results."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.models import Game, User, names
from games.words import SIDES

OPTION_NAMES: dict[str, Any] = {
    "plain": gettext_lazy("Plain rules"),
    "iron-bridge": gettext_lazy("Iron Bridge"),
    "forced-marches": gettext_lazy("Forced marches"),
    "handicap": gettext_lazy("Extra Frank blocks"),
}
ANY = pgettext_lazy("filter", "any")


class ResultsForm(forms.Form):
    """Filters of the list of results; each may be left out."""

    player = forms.CharField(label=gettext_lazy("Player"), required=False, max_length=150)
    side = forms.ChoiceField(label=gettext_lazy("who played the"), choices=[("", ANY), *SIDES.items()], required=False)
    winner = forms.ChoiceField(label=gettext_lazy("Won by the"), choices=[("", ANY), *SIDES.items()], required=False)
    ending = forms.ChoiceField(
        label=gettext_lazy("Ended by"), choices=[("", ANY), *Game.Ending.choices], required=False
    )
    option = forms.ChoiceField(label=gettext_lazy("Rules"), choices=[("", ANY), *OPTION_NAMES.items()], required=False)

    def clean_player(self) -> User | None:
        """Finds the player by name; None if the field is empty. Raises ValidationError."""
        name = str(self.cleaned_data["player"]).strip()
        if not name:
            return None
        found: User | None = names.find(name, is_active=True)
        if found is None:
            raise forms.ValidationError(_("There is no player of this name."))
        return found

    def as_filters(self) -> dict[str, Any]:
        """The keyword arguments of `results.finished`."""
        return {name: self.cleaned_data[name] for name in ("player", "side", "winner", "ending", "option")}
