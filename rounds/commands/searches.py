"""Keep searches, and note who searched for what."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from audit.events import EventKind
from audit.record import record
from rounds.models import SavedSearch
from rules.refusals import Refused
from staff.models import Person
from staff.policy import Act, require

MOST_SAVED = 50


@transaction.atomic
def save_search(
    name: str, criteria: Mapping[str, Any], *, is_shared: bool, by: Person, at: datetime
) -> SavedSearch:
    """Keep a search under a name; the same name again replaces it."""
    require(by, Act.SEARCH_ROUNDS)
    name = name.strip()[:60]
    if not name:
        raise Refused("name_missing", _("Give the search a name."))
    mine = SavedSearch.objects.filter(person=by)
    if mine.exclude(name=name).count() >= MOST_SAVED:
        raise Refused("too_many_searches", _("Fifty searches are kept; drop one first."))
    saved, _made = SavedSearch.objects.update_or_create(
        person=by,
        name=name,
        defaults={
            "property_id": by.property_id,
            "criteria": dict(criteria),
            "is_shared": is_shared,
            "saved_at": at,
        },
    )
    record(EventKind.SEARCH_SAVED, about=by, by=by, at=at, detail={"name": name})
    return saved


@transaction.atomic
def drop_search(search_id: int, *, by: Person, at: datetime) -> None:
    """Drop one of one's own searches."""
    saved = SavedSearch.objects.get(pk=search_id, person=by)
    saved.delete()
    record(EventKind.SEARCH_DROPPED, about=by, by=by, at=at, detail={"name": saved.name})


@transaction.atomic
def note_search(criteria: Mapping[str, Any], *, by: Person, at: datetime) -> None:
    """Record what somebody looked for in the record of rounds."""
    require(by, Act.SEARCH_ROUNDS)
    record(
        EventKind.RECORD_READ,
        about=by,
        by=by,
        at=at,
        detail={"what": "rounds", "criteria": dict(criteria)},
    )
