"""Django's SQLite backend, changed so that threads of a process queue for writing."""
