"""Sessions and a running game of people who are there: `python -m script.load.people_of NAME ...` prints them as
JSON.
"""

import json
import sys


def main(names: list[str]) -> None:
    import django

    django.setup()
    from django.test import Client

    from games.models import Game, User

    found = {}
    for name in names:
        person = User.objects.get(username=name)
        client = Client()
        client.force_login(person)
        game = Game.objects.filter(seats__user=person, status=Game.Status.ACTIVE).order_by("pk").first()
        found[name] = {"session": client.cookies["sessionid"].value, "game": str(game.public_id) if game else ""}
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
