"""The player's aid: the rules in our own words, one short paragraph a number, and tables of cards, blocks, towns and terms."""
