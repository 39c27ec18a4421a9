"""Players by the hundred, through real HTTP: for `script/bench site` and `script/bench faults`."""
