"""A database as of years: `python -m script.load.crowd FINISHED RUNNING` copies the games that are there, until there are so many.

Templates are games that were played by `script/bench site` through the API. A copy is a row of each table that belongs to a game, with
players by lot; of its events it has the last twenty, of its positions the last two: whole ones would be 30 GB, and no page reads more.
"""

import sys
from typing import Any

RECENT = 20
AT_ONCE = 5000
MADE_ANEW = {"UUIDField": "gen_random_uuid()", "CharField": "md5(random()::text || clock_timestamp()::text)"}


def main(finished: int, running: int) -> None:
    import django

    django.setup()
    from django.db import connection

    from games.models import Game

    people = list(_people())
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0; SET synchronous_commit = off")
        for status, wanted in (("over", finished), ("active", running)):
            there = Game.objects.filter(status=status).count()
            templates = list(Game.objects.filter(status=status).order_by("pk").values_list("pk", flat=True)[:20])
            while there < wanted:
                for template in templates:
                    number = min(AT_ONCE // len(templates) + 1, wanted - there)
                    if number > 0:
                        _copy(cursor, template, number, people)
                        there += number
        cursor.execute("VACUUM ANALYZE")
    print(f"{Game.objects.count()} games")


def _people() -> list[int]:
    from games.models import User

    return list(User.objects.order_by("pk").values_list("pk", flat=True))


def _copy(cursor: Any, template: int, number: int, people: list[int]) -> None:
    """Copies one game so many times: its row first, then what refers to it."""
    from games.models import Game

    own = _columns(Game, created_at="now() - random() * interval '900 days'", moved_at="now() - random() * interval '900 days'")
    table = Game._meta.db_table
    cursor.execute(f"SELECT coalesce(max(id), 0) FROM {table}")
    last = cursor.fetchone()[0]
    cursor.execute(
        f"INSERT INTO {table} ({', '.join(own)}) SELECT {', '.join(own.values())} FROM {table} t, generate_series(1, %s) WHERE t.id = %s",
        [number, template],
    )
    for model in _belonging():
        columns = _columns(model, game_id="n.id", user_id=_someone(model, people))
        recent = {
            "games_gameevent": f"AND t.seq > (SELECT max(seq) - {RECENT} FROM games_gameevent WHERE game_id = %(template)s)",
            "games_snapshot": "AND t.seq >= (SELECT min(seq) FROM (SELECT seq FROM games_snapshot WHERE game_id = %(template)s "
            "ORDER BY seq DESC LIMIT 2) s)",
        }.get(model._meta.db_table, "")
        cursor.execute(
            f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) SELECT {', '.join(columns.values())} "
            f"FROM {model._meta.db_table} t, {table} n WHERE t.game_id = %(template)s AND n.id > %(last)s {recent}",
            {"template": template, "last": last},
        )


def _belonging() -> list[Any]:
    """Every table that refers to a game by a column `game_id`, but for what is of one person only, or lies in the outbox."""
    from django.apps import apps

    skipped = {"games_notice", "games_visit", "games_gamealerts", "games_message", "games_talkmark"}
    return [
        model
        for model in apps.get_models()
        if any(getattr(field, "column", "") == "game_id" for field in model._meta.local_fields) and model._meta.db_table not in skipped
    ]


def _someone(model: Any, people: list[int]) -> str:
    """A player by lot for a seat: the two of a game differ. Elsewhere the template's."""
    if model._meta.db_table != "games_seat":
        return "t.user_id"
    half = len(people) // 2
    return f"{people[0]} + (n.id * 7919 %% {half}) * 2 + CASE t.side WHEN 'frank' THEN 0 ELSE 1 END"


def _columns(model: Any, **instead: str) -> dict[str, str]:
    """The columns to fill, and with what: as in the template, but anew where each row has its own."""
    found = {}
    for field in model._meta.local_concrete_fields:
        if field.column == "game_id" and field.primary_key:
            found[field.column] = instead["game_id"]
        elif field.primary_key:
            continue
        elif field.column in instead:
            found[field.column] = instead[field.column]
        elif field.unique and field.get_internal_type() in MADE_ANEW:
            found[field.column] = MADE_ANEW[field.get_internal_type()]
        else:
            found[field.column] = f"t.{field.column}"
    return found


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
