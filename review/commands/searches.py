"""Keep searches, and note who searched for what."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, ClassVar, TypedDict

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field

from audit.events import EventKind
from audit.record import record
from foundation.commands import Call, command
from foundation.inputs import Id, Input, Plain, Remark, Text, text
from review.models import SavedSearch
from rules.refusals import Refused
from staff.models import Person
from staff.policy import Act, require

MOST_SAVED = 50


class SaveSearch(Input):
    """A search under a name, and whether the whole house sees it."""

    takes_more: ClassVar[bool] = True

    name: Annotated[str, text(60), Plain] = ""
    criteria: Annotated[
        dict[Text, Annotated[list[Remark], Field(max_length=40)]], Field(max_length=40)
    ]
    shared: bool = False


class DropSearch(Input):
    """Which search."""

    search_id: Id


class SearchAnswer(TypedDict):
    """The search as it is kept."""

    id: int
    name: str


def search_answer(by: Person, saved: SavedSearch) -> SearchAnswer:
    return {"id": saved.pk, "name": saved.name}


@command(SaveSearch, act=Act.SEARCH_ROUNDS, says=gettext_lazy("Keep"), answer=search_answer)
def save_search(call: Call[SaveSearch]) -> SavedSearch:
    """Keep a search under a name; the same name again replaces it."""
    by, name = call.by, call.input.name
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
            "criteria": call.input.criteria,
            "is_shared": call.input.shared,
            "saved_at": call.at,
        },
    )
    call.record(EventKind.SEARCH_SAVED, about=by, detail={"name": name})
    return saved


@command(DropSearch, act=Act.SEARCH_ROUNDS, says=gettext_lazy("Drop the search"))
def drop_search(call: Call[DropSearch]) -> None:
    """Drop one of one's own searches."""
    saved = SavedSearch.objects.get(pk=call.input.search_id, person=call.by)
    saved.delete()
    call.record(EventKind.SEARCH_DROPPED, about=call.by, detail={"name": saved.name})


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
