"""Django's own command, which also collects what our functions mark for translation; `script/messages` runs it."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    # rules.play.refuse("5.1", "sentence"), rules.older_words.said("1.x-5.4", "sentence") and
    # frontend.texts.plural("one", "several")
    xgettext_options = [
        *makemessages.Command.xgettext_options,
        "--keyword=refuse:2",
        "--keyword=said:2",
        "--keyword=plural:1,2",
    ]
    # A guess from a similar text is wrong more often than an empty line, and looks translated.
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]
