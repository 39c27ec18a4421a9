"""The site as a community runs it, on one machine: two web processes, two workers, beat, PostgreSQL, Redis. usage:
script/cluster

Data are kept under `var/cluster/`, so a later start goes on with them; for root, whose folders PostgreSQL's user may
not enter, under `/var/tmp/crusader-cluster/`. A process that dies is started again. Ctrl-C ends everything. Options:
--folder, --port (the second web process has the next one).
"""

import argparse
import os
import signal
import sys
import threading
from pathlib import Path

from script.parts.servers import Missing
from script.parts.site import ROOT, Cluster


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--folder", type=Path, default=ROOT / "var" / "cluster" if os.getuid() else Path("/var/tmp/crusader-cluster")
    )
    parser.add_argument("--port", type=int, default=8001)
    given = parser.parse_args()
    over = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: over.set())
    cluster = Cluster(given.folder.resolve(), ports=(given.port, given.port + 1))
    try:
        cluster.start_servers()
        print(cluster.manage("prepare_site").stdout, end="")
        cluster.start()
        for web in cluster.webs:
            print(f"{web.name}: http://127.0.0.1:{web.port}/")
        print(
            f"database: {cluster.postgres.url()}\nRedis: {cluster.redis.url}\nlogs: {cluster.folder}/*.log   (stop with"
            " Ctrl-C)",
            flush=True,
        )
        over.wait()
    except Missing as missing:
        print(missing, file=sys.stderr)
        return 3
    finally:
        cluster.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
