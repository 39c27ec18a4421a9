"""Recomputes the stored forms of all names, as after an upgrade of the tables of look-alike letters, and lists those
that look alike.
"""

from itertools import groupby

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand

from games.models import User, names


class Command(BaseCommand):
    help = "Compare all names anew, and tell which look alike and which nobody could take any more. All of them stay."

    def handle(self, *args: object, **options: object) -> None:
        changed = names.renew(User)
        people = list(User.objects.filter(left_at=None).order_by("username_skeleton", "pk"))
        for _skeleton, alike in groupby(people, lambda person: person.username_skeleton):
            found = [person.username for person in alike]
            if len(found) > 1:
                self.stdout.write(f"These look alike: {', '.join(found)}")
        for person in people:
            try:
                names.check_form(person.username)
            except ValidationError as error:
                self.stdout.write(f"{person.username}: {' '.join(error.messages)}")
        self.stdout.write(f"{len(people)} names, {changed} of them compared by other forms than before.")
