"""The player's aid: the rules in our own words, a short paragraph for each rule number, and tables of cards, blocks,
towns and terms.
"""
