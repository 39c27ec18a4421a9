"""The services of games, in folders by subject, each of which imports only those below it (enforced by `lint-imports`).

sweeps | results | talk: what runs by the clock; finished games; what players write
play | lobby: acts in a running game; games before their start
archive: the record checked, exported, imported
agreements: offers, vacations, freezes, other ends
views: what a viewer may see
record: events, positions, dice
clocks: time left
alerts: outbox and sockets
people: blocks, presence

Views, pages and commands only call these.
"""
