"""Simulated players by the hundred, without a browser: for `script/bench site`, `script/bench http` and `script/bench
faults`.

A load generator such as Locust would not do instead: tests and the bench of faults play with the same players. These
follow a game by its socket, choose legal actions from its view, and note each act that was acknowledged, by which the
record is judged afterward; and they are coroutines of one process, which leaves the processor to what is measured.
"""
