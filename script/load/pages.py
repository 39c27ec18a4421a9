"""Database cost of pages: `python -m script.load.pages NAME` prints queries and milliseconds of each page for this
person, as JSON.

Besides, what PostgreSQL's planner expects of the dearest query, in its own unit: that does not depend on what else the
machine does.
"""

import json
import statistics
import sys
import time
from typing import Any

TIMES = 15
DEAR = 2000


def addresses(game: str) -> dict[str, str]:
    return {"my games": "/games/", "lobby": "/games/open/", "game page": f"/games/{game}/"}


def cost(connection: Any, sql: str) -> float:
    if not sql.lstrip().upper().startswith("SELECT"):
        return 0.0
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}")
        (plan,) = cursor.fetchone()
    return float((json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"]["Total Cost"])


def main(name: str) -> None:
    import django

    django.setup()
    from django.conf import settings
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from games.models import Game, User

    settings.ALLOWED_HOSTS = ["testserver"]
    person = User.objects.get(username=name)
    game = Game.objects.filter(seats__user=person, status=Game.Status.ACTIVE).order_by("pk").first()
    client = Client()
    client.force_login(person)
    found: dict[str, Any] = {"games": Game.objects.count()}
    for page, address in addresses(str(game.public_id) if game else "").items():
        client.get(address)
        spent = []
        for _ in range(TIMES):
            with CaptureQueriesContext(connection) as queries:
                begun = time.perf_counter()
                answer = client.get(address)
                spent.append((time.perf_counter() - begun) * 1000)
            assert answer.status_code == 200, (address, answer.status_code)
        dear = sorted(((cost(connection, query["sql"]), query["sql"]) for query in queries), reverse=True)
        in_database = sum(float(query["time"]) for query in queries) * 1000
        found[page] = {
            "queries": len(queries),
            "ms": round(statistics.median(spent), 1),
            "in_database_ms": round(in_database, 1),
        }
        found[page]["dearest_cost"] = round(dear[0][0])
        if any(each > DEAR for each, _ in dear):
            found[page]["dear"] = {sql[:500]: round(each) for each, sql in dear if each > DEAR}
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
