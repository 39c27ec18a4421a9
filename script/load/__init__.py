"""Players by the hundred at pages without a browser: for `script/bench site`, `script/bench http` and `script/bench faults`."""
