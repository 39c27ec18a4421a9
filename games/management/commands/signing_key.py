"""Prints the public keys by which anybody can check what the site signs, and the settings for a new one."""

import secrets

from django.core.management.base import BaseCommand, CommandParser

from games import signing


class Command(BaseCommand):
    help = (
        "Print the public keys that the site publishes. With --new also what to set so that another key is used from"
        " now on."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--new",
            action="store_true",
            help="Make a new key, and print the settings that put it in the place of this one.",
        )

    def handle(self, *args: object, **options: object) -> None:
        present, *before = keys = signing.public_keys()
        self.stdout.write("\n".join([f"{present} in use", *(f"{key} before" for key in before)]))
        if options["new"]:
            self.stdout.write(f"SIGNING_KEY={secrets.token_hex(32)}\nSIGNING_KEYS_BEFORE={','.join(keys)}")
