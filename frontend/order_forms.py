"""The form of standing orders: every question in words, every list as first choice, second, third ..."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.words import block_name, town_name
from rules.atlas import SIDES, TOWNS
from rules.orders import CHOICES, TOWN_LISTS, Orders
from rules.roster import BLOCKS

ASK_ME: Any = pgettext_lazy("standing order", "Ask me")
BY_LIST: Any = pgettext_lazy("standing order", "The towns below, else ask me")

# Label and answers of each question; "ask" is everywhere.
QUESTIONS: dict[str, tuple[Any, dict[str, Any]]] = {
    "hits": (
        gettext_lazy("Which block takes a hit, when several could?"),
        {
            "listed": gettext_lazy("By my lists of blocks, else ask me"),
            "cheapest": gettext_lazy("The one I miss least"),
        },
    ),
    "fire": (gettext_lazy("A block can do nothing better than fire"), {"all": gettext_lazy("Fire")}),
    "charge": (
        gettext_lazy("Knights could charge instead"),
        {"never": gettext_lazy("Never charge, fire"), "always": gettext_lazy("Always charge")},
    ),
    "harry": (
        gettext_lazy("Nomads or Turcopoles could harry instead: fire and retreat"),
        {"never": gettext_lazy("Never harry, fire"), "always": gettext_lazy("Always harry")},
    ),
    "retreat": (
        gettext_lazy("Where do blocks go that retreat or harry, or must leave after the third round?"),
        {"listed": BY_LIST, "safest": gettext_lazy("The towns below, then the safest")},
    ),
    "garrison": (
        gettext_lazy("I am attacked in a town with a castle"),
        {
            "fill": gettext_lazy("Fill the castle, the dearest blocks first"),
            "never": gettext_lazy("Everybody stays in the field"),
        },
    ),
    "sally": (gettext_lazy("I am besieged, and could sally"), {"decline": gettext_lazy("Stay inside")}),
    "storm": (gettext_lazy("I besiege, and could storm"), {"decline": gettext_lazy("Do not storm")}),
    "siege": (
        gettext_lazy("I besiege, and could leave at the end of the turn"),
        {"stay": gettext_lazy("Stay on siege")},
    ),
    "face-up": (
        gettext_lazy("One of my besiegers must lie face-up"),
        {"cheapest": gettext_lazy("Show the one I miss least")},
    ),
    "regroup": (gettext_lazy("I have won, and could regroup"), {"pass": gettext_lazy("Everybody stays")}),
    "battles": (
        gettext_lazy("I choose which battle is fought next"),
        {"listed": BY_LIST, "any": gettext_lazy("The towns below, then any")},
    ),
    "draw": (
        gettext_lazy("I have drawn a block"),
        {
            "seat": gettext_lazy("At full strength, else ask me"),
            "anywhere": gettext_lazy("Full strength first, else strength 1"),
        },
    ),
    "supply": (
        gettext_lazy("A town cannot feed all my blocks"),
        {"cheapest": gettext_lazy("Disband those I miss least")},
    ),
    "replace": (
        gettext_lazy("Towns give replacements"),
        {"most-lost": gettext_lazy("To the block that has lost most"), "dearest": gettext_lazy("To the dearest block")},
    ),
}
LISTS: dict[str, Any] = {
    "retreat-towns": gettext_lazy("Go there"),
    "battle-towns": gettext_lazy("Fight there"),
    "draw-towns": gettext_lazy("Place it there, if it can be as strong there as elsewhere"),
    "spare": gettext_lazy("Spare these blocks: they take hits and are disbanded last, and enter a castle first"),
    "spend": gettext_lazy("Spend these blocks: they take hits and are disbanded first"),
}
SECTIONS: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (gettext_lazy("Battles"), ("fire", "charge", "harry", "hits")),
    (gettext_lazy("Retreats"), ("retreat-below", "retreat", "retreat-towns")),
    (gettext_lazy("Castles and sieges"), ("garrison", "sally", "storm", "siege", "face-up")),
    (gettext_lazy("Before and after a battle"), ("battles", "battle-towns", "regroup")),
    (gettext_lazy("Draws and winter"), ("draw", "draw-towns", "supply", "replace")),
    (gettext_lazy("Dear and cheap blocks"), ("spare", "spend")),
)
SHORTEST_LIST = 3


class OrdersForm(forms.Form):
    """Standing orders: the fields of `rules.orders.Orders`."""

    def __init__(self, data: Any = None, *, side: str, orders: Orders) -> None:
        super().__init__(data)
        self.side = side
        known = orders.to_json()
        strengths = [
            (0, _("Nobody")),
            (2, _("Blocks of strength 1")),
            (3, _("Blocks of strength 1 or 2")),
            (4, _("Blocks of strength 1 to 3")),
        ]
        if known["retreat-below"] == 1:
            known["retreat-below"] = 0  # no block is weaker than 1
        for _section, names in SECTIONS:
            for name in names:
                if name in QUESTIONS:
                    label, answers = QUESTIONS[name]
                    choices = [
                        ("ask", ASK_ME),
                        *((value, answers[value]) for value in CHOICES[name] if value in answers),
                    ]
                    self.fields[name] = forms.ChoiceField(label=label, choices=choices, initial=known[name])
                elif name in LISTS:
                    self._add_list(name, known[name])
                else:
                    self.fields[name] = forms.TypedChoiceField(
                        label=_("Who leaves a battle? Into the castle if there is room, else by road"),
                        choices=strengths,
                        coerce=int,
                        initial=known[name],
                    )

    def _add_list(self, name: str, known: list[str]) -> None:
        """Adds a list of choices, one field for each item; empty ones in between are skipped."""
        if name in TOWN_LISTS:
            items = sorted((str(town_name(town.id)), town.id) for town in TOWNS)
        else:
            own = [block for block in BLOCKS if block.side == SIDES.index(self.side)]
            items = sorted((f"{block_name(block.id)} ({block.letter}{block.firepower})", block.id) for block in own)
        choices = [("", "–"), *((value, text) for text, value in items)]
        for number in range(max(SHORTEST_LIST, len(known) + 1)):
            field = forms.ChoiceField(
                label=_("{list}: choice {number}").format(list=LISTS[name], number=number + 1),
                choices=choices,
                initial=known[number] if number < len(known) else "",
                required=False,
            )
            self.fields[f"{name}-{number}"] = field

    def sections(self) -> Iterator[dict[str, Any]]:
        """Returns the sections for the template, with their questions, lists and fields."""
        for title, names in SECTIONS:
            yield {"title": title, "lines": [self._line_for_template(name) for name in names]}

    def _line_for_template(self, name: str) -> dict[str, Any]:
        if name not in LISTS:
            return {"field": self[name]}
        return {"list": LISTS[name], "fields": [self[field] for field in self._fields_of(name)]}

    def _fields_of(self, name: str) -> list[str]:
        return [
            field for field in self.fields if field.rpartition("-")[0] == name and field.rpartition("-")[2].isdigit()
        ]

    def as_orders(self) -> dict[str, Any]:
        """Returns the orders as JSON. Of a block or town chosen twice, the first place counts."""
        data = self.cleaned_data
        orders = {name: value for name, value in data.items() if name in QUESTIONS or name == "retreat-below"}
        for name in LISTS:
            orders[name] = list(dict.fromkeys(value for field in self._fields_of(name) if (value := data[field])))
        return orders

    def clean(self) -> dict[str, Any]:
        """Checks that no block is both to be spared and to be spent."""
        data = super().clean() or {}
        if not self.errors:
            orders = self.as_orders()
            both = [block for block in orders["spare"] if block in orders["spend"]]
            if both:
                raise forms.ValidationError(
                    _("{block} is to be spared and to be spent.").format(block=block_name(both[0]))
                )
        return data
