from uuid import UUID

from audit.commands import rows
from audit.log.canonical import MAX_BYTES, canonical_bytes
from audit.models import SITE_LOG
from tests.tables.acts import NOON

OTHERS = [str(UUID(int=n)) for n in range(30)]


def test_the_versions_of_a_large_transaction_fit_into_events(monkeypatch):
    listed = []
    monkeypatch.setattr(rows, "append", lambda kind, *, detail, **_: listed.append(detail))
    monkeypatch.setattr(rows, "_acts", lambda causes: [[cause, *OTHERS] for cause in causes])
    versions = [
        rows.Version(n, SITE_LOG, "staff_person", str(n), str(UUID(int=n)), None, "0" * 64, None)
        for n in range(rows.ROWS_AN_EVENT)
    ]
    rows._list(SITE_LOG, versions, NOON)
    assert [row[1] for detail in listed for row in detail["rows"]] == [
        each.row_id for each in versions
    ]
    assert max(len(canonical_bytes(detail)) for detail in listed) < MAX_BYTES
