"""Accounts as they come and go: guests, the library's adapters, ended sessions, data export, leaving games,
deletion.
"""
