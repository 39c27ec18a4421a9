"""Django's SQLite backend for a process whose threads take turns at writing."""
