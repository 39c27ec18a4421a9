"""Games by the hundred while parts of the site die: for `script/bench faults`."""
