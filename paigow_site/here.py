"""`make manage ARGS="…"`: a management command on the floor that `make run` has open here."""

import json
import os
import sys
from pathlib import Path

from paigow_site.servers import floor

NOTE = "environment.json"


def keep_environment(secrets: Path, environment: dict[str, str]) -> None:
    """Keep what a command needs to reach this floor, beside its other secrets."""
    note = secrets / NOTE
    note.touch(mode=0o600)
    note.write_text(json.dumps(environment))


def main() -> int:
    var = Path(os.environ.get("PAIGOW_VAR") or floor.ROOT / "var")
    note = var / "secrets" / NOTE
    if not note.exists():
        print(f"no floor was opened in {var}: `make run` opens one", file=sys.stderr)
        return 1
    os.environ.update(json.loads(note.read_text()))
    from django.core.management import execute_from_command_line

    execute_from_command_line(["manage.py", *sys.argv[1:]])
    return 0


if __name__ == "__main__":
    sys.exit(main())
