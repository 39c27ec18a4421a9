"""Plays the computer's levels against each other and fits their numbers. The site imports nothing of it."""
