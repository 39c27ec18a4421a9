"""Processor time of each part of the site, independent of the machine's other load."""

import os
import time
from pathlib import Path

from script.parts.site import Cluster

TICKS = os.sysconf("SC_CLK_TCK")


def milliseconds(cluster: Cluster) -> dict[str, float]:
    """Returns the processor time of each kind of process since its start, and of this one, which simulates the
    browsers.
    """
    kinds = {
        "web": cluster.webs,
        "PostgreSQL": [cluster.postgres],
        "Redis": [cluster.redis],
        "workers": [*cluster.workers, cluster.beat],
    }
    found = {
        kind: sum(of_family(server.process.pid) for server in servers if server.process)
        for kind, servers in kinds.items()
    }
    return found | {"client": time.process_time() * 1000}


def each(before: dict[str, float], after: dict[str, float], number: int) -> dict[str, float]:
    """Returns the processor time a request of each kind of process between two readings, and altogether."""
    of_kinds = {kind: (after[kind] - before[kind]) / max(1, number) for kind in after}
    return {kind: round(value, 2) for kind, value in (of_kinds | {"all": sum(of_kinds.values())}).items()}


def of_family(pid: int) -> float:
    """Returns the processor time of a process and its children, ended ones included."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        children = [
            int(child)
            for task in Path(f"/proc/{pid}/task").iterdir()
            for child in (task / "children").read_text().split()
        ]
    except OSError:
        return 0.0
    own = sum(int(fields[place]) for place in (11, 12, 13, 14)) * 1000 / TICKS
    return own + sum(of_family(child) for child in children)
