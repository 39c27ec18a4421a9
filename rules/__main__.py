"""``python3 -m rules COMMAND``: tools of the rules that need nothing but Python."""

import sys

from rules import selfplay, verify

COMMANDS = {"selfplay": selfplay.main, "verify": verify.main}


def main() -> int:
    """Runs `selfplay` or `verify` with the rest of the command line; other names end with status 2."""
    if len(sys.argv) < 2 or sys.argv[1] not in COMMANDS:
        print(f"usage: python3 -m rules {'|'.join(COMMANDS)} [options]", file=sys.stderr)
        return 2
    return COMMANDS[sys.argv[1]](sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
