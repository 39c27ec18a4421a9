"""Fills a database with years of games: `python -m script.load.crowd FINISHED` copies the present games until there are
so many.

For each hundred finished games there are one person, five running games and, up to sixty in all, an open one: a site
grows by its people, and each has as many games at the end as at the beginning. Templates are games that were played by
`script/bench site` through the API. A copy is a row of each table that belongs to a game; of its events it has the last
twenty, of its positions the last eight: whole ones would be 30 GB, and no page reads more.
"""

import sys
from typing import Any

RECENT = 20
AT_ONCE = 5000
FINISHED_EACH, RUNNING_EACH = 100, 5
FEWEST_PEOPLE, MOST_OPEN = 4, 60
MADE_ANEW = {"UUIDField": "gen_random_uuid()", "CharField": "md5(random()::text || clock_timestamp()::text)"}
MOMENTS = ("created_at", "started_at", "ended_at", "moved_at")


def main(finished: int) -> None:
    import django

    django.setup()
    from django.db import connection

    from games.models import Game, User

    everybody = list(User.objects.filter(username__startswith="crowd").order_by("pk").values_list("pk", flat=True))
    there = {status: Game.objects.filter(status=status).count() for status in Game.Status.values}
    after = max(FEWEST_PEOPLE, finished // FINISHED_EACH)
    before = there["over"] // FINISHED_EACH
    # Those who were there before have their games; what is new is of new people.
    people = everybody[before if after - before >= FEWEST_PEOPLE else 0 : after]
    with connection.cursor() as cursor:
        # Copies of rows that are right need not be checked again, row by row.
        cursor.execute(
            "SET statement_timeout = 0; SET synchronous_commit = off; SET session_replication_role = replica"
        )
        for status, wanted in (("over", finished), ("active", RUNNING_EACH * after), ("open", min(after, MOST_OPEN))):
            templates = list(Game.objects.filter(status=status).order_by("pk").values_list("pk", flat=True)[:4])
            while there[status] < wanted:
                for template in templates:
                    number = min(AT_ONCE, -(-(wanted - there[status]) // len(templates)))
                    if number > 0:
                        _copy(cursor, template, number, people)
                        there[status] += number
        cursor.execute("VACUUM ANALYZE")
    print(f"{Game.objects.count()} games")


def _copy(cursor: Any, template: int, number: int, people: list[int]) -> None:
    """Copies one game so many times, first its row, then the rows that refer to it.

    Each copy has two different players.
    """
    from games.models import Game

    table, several = Game._meta.db_table, len(people)
    frank = f"(%(people)s::bigint[])[1 + i %% {several}]"
    saracen = f"(%(people)s::bigint[])[1 + (i + 1 + i / {several} %% {several - 1}) %% {several}]"
    ago = "(i %% 900) * interval '1 day' + random() * interval '1 day'"
    own = _columns(Game, creator_id=frank, **{name: f"t.{name} - {ago}" for name in MOMENTS})
    cursor.execute(f"SELECT coalesce(max(id), 0) FROM {table}")
    given = {"template": template, "number": number, "people": people, "last": cursor.fetchone()[0]}
    cursor.execute(
        f"INSERT INTO {table} ({', '.join(own)}) SELECT {', '.join(own.values())} "
        f"FROM {table} t, generate_series(1, %(number)s) i WHERE t.id = %(template)s",
        given,
    )
    player = f"CASE WHEN t.user_id IS NULL THEN NULL WHEN t.side = 'frank' THEN {frank} ELSE {saracen} END"
    for model in _belonging():
        columns = _columns(
            model, game_id="n.id", **({"user_id": player} if model._meta.db_table == "games_seat" else {})
        )
        recent = {
            "games_gameevent": (
                f"AND t.seq > (SELECT max(seq) - {RECENT} FROM games_gameevent WHERE game_id = %(template)s)"
            ),
            "games_snapshot": "AND t.seq = (SELECT max(seq) FROM games_snapshot WHERE game_id = %(template)s)",
        }.get(model._meta.db_table, "")
        cursor.execute(
            f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) SELECT {', '.join(columns.values())} "
            f"FROM {model._meta.db_table} t, (SELECT id, id - %(last)s AS i FROM {table} WHERE id > %(last)s) n "
            f"WHERE t.game_id = %(template)s {recent}",
            given,
        )


def _belonging() -> list[Any]:
    """Returns every table whose rows refer to a game, except those of one person only, and outboxes."""
    from django.apps import apps

    skipped = {"games_notice", "games_visit", "games_gamealerts", "games_message", "games_talkmark"}
    return [
        model
        for model in apps.get_models()
        if any(field.column == "game_id" and field.is_relation for field in model._meta.local_concrete_fields)
        and model._meta.db_table not in skipped
    ]


def _columns(model: Any, **instead: str) -> dict[str, str]:
    """Returns the columns to fill with their values: the template's, or new ones where they must differ."""
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
    main(int(sys.argv[1]))
