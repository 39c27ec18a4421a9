"""Django's PostgreSQL backend for a site that is migrated while it runs."""
