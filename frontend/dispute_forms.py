"""The forms of disputes."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.disputes import queue
from games.disputes.acts import DAYS, HOURS, USUAL, Act
from games.disputes.audit import Kind
from games.disputes.banning import LAY, LIFT
from games.disputes.case_entries import LONGEST_TEXT
from games.models import DisputeCase
from games.models.reply import LONGEST_NAME
from games.paces import PACES, in_words, pace_name
from games.words import SIDES
from games.words_disputes import CATEGORIES, WISHES


def _text_field(label: Any, help_text: Any = "", rows: int = 7) -> forms.CharField:
    return forms.CharField(
        label=label, help_text=help_text, max_length=LONGEST_TEXT, widget=forms.Textarea(attrs={"rows": rows})
    )


class ReportForm(forms.Form):
    """A player's report: the arguments of `games.disputes.filing.report`."""

    category = forms.ChoiceField(
        label=_("What is it about?"), choices=DisputeCase.Category.choices, widget=forms.RadioSelect
    )
    text = _text_field(
        _("What happened?"), _("Say when it happened, too: year, turn, town. Your opponent reads this and may answer.")
    )
    wish = forms.ChoiceField(label=_("What do you ask for?"), choices=DisputeCase.Wish.choices)


class WriteForm(forms.Form):
    text = _text_field(
        _("Your words"), _("Your opponent and the reviewer read them. They cannot be changed later."), rows=5
    )


class AppealForm(forms.Form):
    text = _text_field(
        _("Why is the decision wrong?"), _("Another reviewer looks at the case anew. Your opponent reads this, too.")
    )


SIDE_CHOICES = list(SIDES.items())
HOUR_CHOICES = [
    (
        hours,
        (
            ngettext_lazy("%d hour", "%d hours", hours) % hours
            if hours < 24
            else ngettext_lazy("%d day", "%d days", hours // 24) % (hours // 24)
        ),
    )
    for hours in HOURS
]


def least_choices() -> list[tuple[str, str]]:
    """Choices of the least time after an act for the side that is asked: what its pace gives, or a time."""
    gifts = ", ".join(f"{pace_name(pace.name)}: {in_words(pace.gift)}" for pace in PACES.values() if pace.clocked)
    return [
        (USUAL, _("as usual ({gifts})").format(gifts=gifts)),
        *((str(hours), str(words)) for hours, words in HOUR_CHOICES),
    ]


DAY_CHOICES = [(0, _("Lift: it ends now")), *((days, ngettext_lazy("%d day", "%d days", days) % days) for days in DAYS)]

BAN_CHOICES = [(LAY, _("Ban, without an end")), (LIFT, _("Lift: it ends now"))]


def _parameter_field(name: str) -> forms.Field:
    """The form field of an act's parameter."""
    fields: dict[str, forms.Field] = {
        "side": forms.ChoiceField(label=_("Which side?"), choices=SIDE_CHOICES, widget=forms.RadioSelect),
        "winner": forms.ChoiceField(
            label=_("Who wins?"), choices=[*SIDE_CHOICES, ("none", _("Nobody"))], widget=forms.RadioSelect
        ),
        "hours": forms.ChoiceField(label=_("How much time?"), choices=HOUR_CHOICES, initial=24),
        "least": forms.ChoiceField(
            label=_("What has whoever is asked then, at least?"), choices=least_choices, initial=USUAL
        ),
        "days": forms.ChoiceField(label=_("For how long?"), choices=DAY_CHOICES, initial=7),
        "ban": forms.ChoiceField(label=_("What?"), choices=BAN_CHOICES, initial=LAY, widget=forms.RadioSelect),
        "event": forms.IntegerField(label=_("Back to event number"), min_value=1),
        "name": forms.CharField(label=_("Name of the new player"), max_length=150),
        "agreed": forms.BooleanField(label=_("I have asked this person, and they agree")),
    }
    return fields[name]


class ActForm(forms.Form):
    """A reviewer's act: its parameters, reason, and events it rests on; with `merged` also the text for players of
    merged disputes.
    """

    def __init__(self, *args: Any, act: Act, merged: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in act.asks:
            self.fields[name] = _parameter_field(name)
        self.fields["reason"] = _text_field(
            _("Reason"),
            _("Both players read it. Tell nothing that one of them may not know of a running game."),
            rows=5,
        )
        self.fields["rests_on"] = forms.CharField(
            label=_("Rests on events"),
            required=False,
            max_length=200,
            help_text=_("Numbers with commas between them. Players are shown these."),
        )
        if act.may_settle and not act.must_settle:
            self.fields["settles"] = forms.BooleanField(label=_("This settles the dispute"), required=False)
        if merged:
            self.fields["outcome"] = _text_field(
                _("To the players of the merged disputes"),
                _(
                    "If it settles the dispute, they read this and not your reason. Name nobody: no reporter may learn"
                    " who else reported."
                ),
                rows=4,
            )
            self.fields["outcome"].required = act.must_settle

    def clean_rests_on(self) -> list[int]:
        """Reads numbers of events, with commas or blanks between them. Raises ValidationError."""
        given = self.cleaned_data["rests_on"].replace(",", " ").split()
        if not all(word.isascii() and word.isdigit() and len(word) < 10 for word in given):
            raise forms.ValidationError(_("Numbers of events, with commas between them: 12, 15, 16."))
        return sorted({int(word) for word in given})

    def params(self, act: Act) -> dict[str, str]:
        """Returns the act's parameters as text."""
        given = {name: self.cleaned_data[name] for name in act.asks}
        return {name: "on" if value is True else str(value) for name, value in given.items()}


class ReplyForm(forms.Form):
    """A canned reply."""

    name = forms.CharField(
        label=_("Name"), max_length=LONGEST_NAME, help_text=_("By which reviewers find it in the list.")
    )
    language = forms.ChoiceField(label=_("Language"), required=False, choices=[("", _("any")), *settings.LANGUAGES])
    text = _text_field(_("Text"), _("What is written to the players. It can be changed each time before it is sent."))
    version = forms.IntegerField(min_value=1, required=False, widget=forms.HiddenInput)


class CasesForm(forms.Form):
    """Which cases the list shows, and in which order: the fields of `games.disputes.queue.Wanted`."""

    words = forms.CharField(
        label=_("Name, number, or words of the report"),
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"type": "search"}),
    )
    state = forms.ChoiceField(label=_("State"), required=False, choices=queue.STATES)
    whose = forms.ChoiceField(label=_("Whose"), required=False, choices=queue.WHOSE)
    category = forms.ChoiceField(label=_("About"), required=False, choices=[("", _("everything")), *CATEGORIES.items()])
    wish = forms.ChoiceField(label=_("Asked for"), required=False, choices=[("", _("everything")), *WISHES.items()])
    order = forms.ChoiceField(label=_("Order"), required=False, choices=queue.ORDERS)


class AuditForm(forms.Form):
    """Which rows of the audit log are shown."""

    by = forms.CharField(label=_("By"), required=False, max_length=150)
    kind = forms.ChoiceField(label=_("What"), required=False, choices=[("", _("everything")), *Kind.choices])
    since = forms.DateField(label=_("From"), required=False, widget=forms.DateInput(attrs={"type": "date"}))
    until = forms.DateField(label=_("To"), required=False, widget=forms.DateInput(attrs={"type": "date"}))
    looks = forms.BooleanField(label=_("Pages that were opened, too"), required=False)
