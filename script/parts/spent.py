"""How much of the processors each part of the site has used: what a figure costs, whatever else the machine does meanwhile."""

import os
import time
from pathlib import Path

from script.parts.site import Cluster

TICKS = os.sysconf("SC_CLK_TCK")


def milliseconds(cluster: Cluster) -> dict[str, float]:
    """Of each kind of process since it began, and of this one, which plays the browsers."""
    kinds = {"web": cluster.webs, "PostgreSQL": [cluster.postgres], "Redis": [cluster.redis], "workers": [*cluster.workers, cluster.beat]}
    found = {kind: sum(of_family(server.process.pid) for server in servers if server.process) for kind, servers in kinds.items()}
    return found | {"client": time.process_time() * 1000}


def each(before: dict[str, float], after: dict[str, float], number: int) -> dict[str, float]:
    """What one of so many requests took of each kind between two looks, and in all."""
    of_kinds = {kind: (after[kind] - before[kind]) / max(1, number) for kind in after}
    return {kind: round(value, 2) for kind, value in (of_kinds | {"all": sum(of_kinds.values())}).items()}


def of_family(pid: int) -> float:
    """Of a process and all that it has started, those that have ended included."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        children = [int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()]
    except OSError:
        return 0.0
    own = sum(int(fields[place]) for place in (11, 12, 13, 14)) * 1000 / TICKS
    return own + sum(of_family(child) for child in children)
