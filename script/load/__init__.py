"""Simulated players by the hundred, without a browser: for `script/bench site`, `script/bench http` and `script/bench
faults`.
"""
