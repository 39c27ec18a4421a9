"""The texts of winter for the scripts of the game page: who disbands, which steps come back, how a year ended; and what
becomes of blocks that fall."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from frontend.texts_plural import plural

WINTER_TEXTS: dict[str, Any] = {
    # what a press would do
    "disband-this": _("Disband {block}"),
    "replace-this": _("{block}: regain a step"),
    "disband-at": _("Disband, at {town}:"),
    "can-come-back": _("can be drawn again next year"),
    "gone-for-good": _("gone for good"),
    "block-for-good": _("{block} for good"),
    "disband-comes-back": _("Disbanded, it goes to your draw pool: from next year on it can be drawn again."),
    "disband-for-good": _("Disbanded, it is gone for good: it is never drawn again."),
    "steps-of-town": plural(
        "{town} gives {count} step this winter: {left} left.", "{town} gives {count} steps this winter: {left} left."
    ),
    "steps-abroad": _("In the enemy's kingdom a town gives half as many."),
    "step-price": _("A step of this block costs {price} of them."),
    "step-uses-up": _("This uses the last."),
    "steps-there": _("+{left}"),
    "steps-unspent": plural(
        "{count} step that a town still gives back is left unspent: {towns}.",
        "{count} steps that towns still give back are left unspent: {towns}.",
    ),
    # Winter Campaign
    "keep-siege": _("Keep the siege of {town}"),
    "keep-siege-does": _("Winter Campaign, 1 Move: its besiegers stay through the winter. Declared here, before Done."),
    "campaign-kept": _("The siege of {town} is kept through the winter."),
    "campaign-where": _("In turn 6 it is declared in your movement, beside Done."),
    "campaign-none": _("Winter Campaign: you besiege no town, so there is no siege to keep."),
    "only-undo-left": _("No Moves are left: only Undo can still change this."),
    "nothing-left": _("Nothing can change this any more."),
    # what was done
    "disbanded-to-pool": _("{block} has left {town} for your draw pool and can be drawn again next year."),
    "disbanded-for-good": _("{block} has left {town}, and the game for good."),
    "regained": _("{block} has regained a step."),
    # what becomes of blocks that fall
    "would-fall": _("Would fall now: {blocks}. They can be drawn again next year."),
    "would-fall-to-pool": _("Would fall now: {blocks}. They can be drawn again."),
    "would-fall-for-good": _("Would fall now, gone for good: {blocks}."),
    # how a year ended
    "year-over": _("Winter {year} is over."),
    "year-score": _("Cities held: Franks {frank}, Saracens {saracen}."),
    "year-sieges": _("Sieges that winter ended: {towns}."),
    "year-lost": _("Lost to the winter, {side}: {news}."),
    "year-lost-at": plural("{count} block at {town}", "{count} blocks at {town}"),
    "year-more-hidden": plural("{count} more hidden", "{count} more hidden"),
    "year-none-lost": _("{side}: winter took no block."),
    "year-regained": _("Your blocks that regained steps: {blocks}. Theirs stay hidden."),
    "year-none-regained": _("None of your blocks regained a step; theirs stay hidden."),
    "year-back": _("The fallen can be drawn again: {news}."),
    "headline-mustered": plural("they mustered {count} block at {town}", "they mustered {count} blocks at {town}"),
    "headline-winter-lost": plural("they lost {count} block to the winter", "they lost {count} blocks to the winter"),
    "headline-hunger": plural(
        "hunger cost their garrison of {town} {count} step", "hunger cost their garrison of {town} {count} steps"
    ),
    "headline-hunger-own": plural(
        "hunger cost your garrison of {town} {count} step", "hunger cost your garrison of {town} {count} steps"
    ),
    "headline-hunger-none": _("hunger in the siege of {town}: nobody lost a step"),
    "headline-starved": plural(
        "your besiegers of {town} starved: {count} block lost", "your besiegers of {town} starved: {count} blocks lost"
    ),
    "headline-arrived": plural("{count} new block came to them", "{count} new blocks came to them"),
    "regained-by-itself": _("Where there was nothing to choose, steps came back by themselves: {blocks}."),
}
