"""Accounts: login, second factors, names, tokens, data export, deletion."""
