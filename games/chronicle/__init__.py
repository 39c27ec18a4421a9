"""Chronicles of finished games: what each year brought, as facts, and the sentences made of them. No HTML."""
