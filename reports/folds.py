"""How reports follow from the record: their figures are in the log when they are made."""

from foundation.folding import Kept, Unkept
from reports.models import (
    MonitorCase,
    ReportRun,
    ReviewSigned,
    ShiftHandOver,
    Watched,
    WatchedNight,
)

FOLDS = [
    Kept(
        ReportRun,
        fleeting=("state", "done", "parts"),
        anew={
            "state": "case when t.made_at is null then 'failed' else 'ready' end",
            "done": "1",
            "parts": "1",
        },
    ),
    Kept(ReviewSigned, once=True),
    Kept(WatchedNight, once=True),
    Kept(ShiftHandOver, once=True),
    Kept(MonitorCase),
    Unkept(Watched, "sums over the nights that were watched, which are kept one by one"),
]
