"""Removes a person's second factors, for those who lost them and their recovery codes."""

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import User, names


class Command(BaseCommand):
    help = "Remove every second factor of an account, so that its password alone lets in again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")

    def handle(self, *args: object, name: str, **options: object) -> None:
        user: User | None = names.find(name)
        if user is None:
            raise CommandError(f"There is no account named {name}.")
        count, _ = Authenticator.objects.filter(user=user).delete()
        self.stdout.write(f"{user.get_username()}: {count} removed.")
