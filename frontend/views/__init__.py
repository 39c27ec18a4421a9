"""The pages: read the request, call a service, render a template; services take all decisions."""
