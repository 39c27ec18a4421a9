"""The pages: read the request, call a service, show a template. No decision is taken here."""
