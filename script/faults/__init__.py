"""Plays hundreds of games while parts of the site are killed: for `script/bench faults`."""
