"""The texts of looking back and of replays, for the scripts of the game page."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from frontend.texts_plural import plural

REPLAY_TEXTS: dict[str, Any] = {
    "read-all": _("Read all of it"),
    "read-less": _("Show less"),
    "past-prompt": _("You are looking back at an earlier moment."),
    "past-news": _("What happened since you were here is being shown."),
    "past-plays": _("The game is being played back: {moment}"),
    "past-back": _("Back"),
    "past-on": _("Forward"),
    "past-now": _("To the present"),
    "replay-open": _("Look back"),
    "replay-game": _("Replay the game"),
    "replay-first": _("To the beginning"),
    "replay-play": _("Let it run"),
    "replay-pause": _("Pause"),
    "replay-last": _("To the last moment"),
    "replay-position": _("Moment"),
    "replay-speed": _("Speed"),
    "replay-jump": _("Turn and phase"),
    "replay-eyes": _("Seen by"),
    "eyes-public": _("a spectator"),
    "eyes-all": _("all: everything open"),
    "replay-undone": _("with what was taken back"),
    "replay-link": _("Copy the link"),
    "replay-practice": _("Play on from here"),
    "replay-copied": _("Link copied"),
    "replay-picture": _("Picture of this moment"),
    "replay-picture-coming": _("The picture is being drawn …"),
    "replay-picture-later": _("There is no picture now. Try again later."),
    "replay-gone-on": _("the game has gone on"),
    "headline-they-retreated": plural(
        "{count} of their blocks retreated from {town} to {to}", "{count} of their blocks retreated from {town} to {to}"
    ),
    "headline-they-left": plural(
        "{count} of their blocks left {town} for {to}", "{count} of their blocks left {town} for {to}"
    ),
    "headline-they-regrouped": plural(
        "{count} of their blocks regrouped from {town} to {to}", "{count} of their blocks regrouped from {town} to {to}"
    ),
    "headline-assassins": plural(
        "their Assassins struck {block} at {town}: {count} hit",
        "their Assassins struck {block} at {town}: {count} hits",
    ),
    "headline-assassins-unseen": plural(
        "their Assassins struck a block at {town}: {count} hit",
        "their Assassins struck a block at {town}: {count} hits",
    ),
    "headline-assassins-own": plural(
        "your Assassins struck {block} at {town}: {count} hit",
        "your Assassins struck {block} at {town}: {count} hits",
    ),
    "headline-assassins-own-unseen": plural(
        "your Assassins struck a block at {town}: {count} hit",
        "your Assassins struck a block at {town}: {count} hits",
    ),
}
