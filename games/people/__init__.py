"""People and their accounts: signing in, second factors, what the site holds about somebody, leaving."""
