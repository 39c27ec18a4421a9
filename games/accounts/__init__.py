"""The life of accounts: guests, the adapters of django-allauth, ended sessions, data export, leaving, deletion."""
