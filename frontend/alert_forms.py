"""Forms about alerts."""

import datetime
from typing import Any

from django import forms
from django.utils import formats
from django.utils.translation import gettext_lazy as _

from games.alerts import preferences
from games.models import AlertSettings, Mode, Target
from games.services.alerts import kinds

CHATS = [(kind.value, kind.label) for kind in (Target.Kind.DISCORD, Target.Kind.SLACK, Target.Kind.JSON)]


class AlertsForm(forms.Form):
    """Alert settings: for each kind when it is mailed, and whether browsers and chats get it."""

    def __init__(self, *args: Any, wished: AlertSettings, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind in kinds.WISHES:
            name = kinds.name_of(kind)
            mode = preferences.mail_mode(wished, kind)
            self.fields[f"mail-{kind}"] = forms.ChoiceField(label=name, choices=Mode.choices, initial=mode)
            also = preferences.others_wanted(wished, kind)
            self.fields[f"others-{kind}"] = forms.BooleanField(
                label=_("in browsers and chats"), required=False, initial=also
            )
        hours = [(hour, formats.time_format(datetime.time(hour), "TIME_FORMAT")) for hour in range(24)]
        self.fields["hour"] = forms.TypedChoiceField(
            label=_("The daily digest comes at"), choices=hours, coerce=int, initial=wished.digest_hour
        )

    def lines(self) -> list[dict[str, Any]]:
        """The pairs of fields, a line for each kind."""
        return [{"mail": self[f"mail-{kind}"], "others": self[f"others-{kind}"]} for kind in kinds.WISHES]

    def as_arguments(self) -> dict[str, Any]:
        """The arguments of `games.alerts.preferences.save`."""
        data = self.cleaned_data
        return {
            "mail": {kind.value: data[f"mail-{kind}"] for kind in kinds.WISHES},
            "others": {kind.value: data[f"others-{kind}"] for kind in kinds.WISHES},
            "digest_hour": data["hour"],
        }


class ChatForm(forms.Form):
    """Adds a chat's webhook."""

    kind = forms.ChoiceField(label=_("What is it?"), choices=CHATS)
    address = forms.URLField(
        label=_("Address of the webhook"),
        max_length=1000,
        assume_scheme="https",
        help_text=_("It begins with https://. Keep it to yourself."),
    )
    name = forms.CharField(label=_("Your name for it"), max_length=80, required=False)
