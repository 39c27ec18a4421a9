"""A decision a day: which exercise belongs to which day, attempts at it, and what is said of them."""
