"""What the database itself is: every table, trigger, function, right, policy and role.

Whoever can change that can switch a protection off without touching a row. So it is written down
as names with definitions, sealed as an event at each migration, and compared every minute.
"""

import base64
import hashlib
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson
from django.db import connection, transaction

from audit.events import EventKind
from audit.models import SITE_LOG

Fetch = Callable[[str, Sequence[Any]], list[Any]]
Fingerprint = Mapping[str, str]
MOST_WORDS = 200  # a longer definition is kept as its hash
MOST_EXAMPLES = 20
_MONTH = re.compile(r"audit_event_y\d{4}m\d{2}")


def fingerprint(fetch: Fetch) -> Fingerprint:
    """What the database is now, by the name of each thing. Months of the record count as one."""
    ((path,),) = fetch("select current_setting('search_path')", [])
    fetch("select set_config('search_path', '', true)", [])
    rows = fetch(PARTS, [])
    fetch("select set_config('search_path', %s, true)", [path])
    return collapsed(rows)


def collapsed(rows: Iterable[tuple[str, str | None]]) -> Fingerprint:
    """One name for what every month of the record has; what only some have is said."""
    months: Counter[str] = Counter()
    found: dict[str, list[str]] = {}
    for name, definition in rows:
        plain = _MONTH.sub("audit_event_month", name)
        months[plain] += plain != name
        found.setdefault(plain, []).append(_MONTH.sub("audit_event_month", definition or ""))
    return {
        name: short(" | ".join(sorted(set(each)))) + _only_some(name, months)
        for name, each in sorted(found.items())
    }


def _only_some(name: str, months: Counter[str]) -> str:
    """A month that lacks what the others have."""
    of, _, rest = name.partition(" ")
    table = rest.partition(".")[0]
    wanted = months.get(f"table {table}", 0)
    is_whole = of not in ("table", "trigger", "columns", "constraints", "indexes")
    return "" if is_whole or months[name] == wanted else f" in {months[name]} of {wanted} months"


def short(definition: str) -> str:
    """A definition as it is kept: itself, or its hash when it is long."""
    if len(definition) <= MOST_WORDS:
        return definition
    return f"sha256 {hashlib.sha256(definition.encode()).hexdigest()}"


def changes(before: Fingerprint, now: Fingerprint) -> Iterator[str]:
    """What is not as it was, in words."""
    for name in sorted({*before, *now}):
        if name not in now:
            yield f"{name} is gone"
        elif name not in before:
            yield f"{name} was added"
        elif before[name] != now[name]:
            yield f"{name} was changed"


def packed(found: Fingerprint) -> str:
    return base64.b64encode(zlib.compress(orjson.dumps(dict(found)), 9)).decode()


def unpacked(text: str) -> Fingerprint:
    found: Fingerprint = orjson.loads(zlib.decompress(base64.b64decode(text)))
    return found


def sealed_details(fetch: Fetch) -> list[dict[str, Any]]:
    """What was sealed of the database so far, the newest last."""
    rows = fetch(SEALED, [SITE_LOG, EventKind.DATABASE_SHAPED.code])
    return [orjson.loads(bytes(body))["detail"] for (body,) in rows]


def fetched(query: str, arguments: Sequence[Any]) -> list[Any]:
    """Ask the application's own connection."""
    with connection.cursor() as cursor:
        cursor.execute(query, list(arguments) or None)
        return list(cursor.fetchall())


def shape_changes() -> list[str]:
    """What of the database is not as it was sealed at the last migration."""
    with transaction.atomic():
        sealed = sealed_details(fetched)
        now = fingerprint(fetched)
    return list(changes(unpacked(sealed[-1]["packed"]), now)) if sealed else []


SEALED = """
select body from audit_event where log_id = %s and kind = %s order by at, stream_v
"""
PARTS = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
