"""PostgreSQL and Redis of our own for a while, and the site's processes on them: for tests and `script/cluster`."""
