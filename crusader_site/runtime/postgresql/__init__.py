"""Django's PostgreSQL backend, changed for migrations while the site runs."""
