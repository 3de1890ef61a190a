"""Rounds by what people call them, for the record."""

import re
from collections.abc import Iterable
from datetime import date
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.naming import Called
from audit.subjects import MOST, NamedThing
from foundation.wording import moment_text
from rounds.models import Round

A_ROUND = re.compile(
    r"\D{0,12}(?P<table>\d{1,5})\D+?(?P<round>\d{1,6})(?:\D+(?P<day>\d{4}-\d{2}-\d{2}))?\D{0,4}"
)


def rounds_called(house_id: int, words: str) -> Iterable[NamedThing]:
    """A round by table and number, the latest days first: "table 2 round 45, 2026-11-17"."""
    rounds = Round.objects.filter(property_id=house_id).select_related(
        "table", "playing_set__equipment"
    )
    for found in _asked(rounds, words)[:MOST]:
        label = _("Table {table}, round {number}, {day}").format(
            table=found.table.number,
            number=found.number,
            day=moment_text(found.gaming_day, "day"),
        )
        yield NamedThing(f"round:{found.pk}", label, _belongs(found))


def _asked(rounds: QuerySet[Round], words: str) -> QuerySet[Round]:
    try:
        return rounds.filter(pk=UUID(words.removeprefix("round:")))
    except ValueError:
        asked = A_ROUND.fullmatch(words)
    if asked is None:
        return rounds.none()
    found = rounds.filter(table__number=int(asked["table"]), number=int(asked["round"]))
    if asked["day"]:
        try:
            found = found.filter(gaming_day=date.fromisoformat(asked["day"]))
        except ValueError:
            return rounds.none()
    return found.order_by("-gaming_day")


def _belongs(found: Round) -> str:
    """What else is evidence of a round: its set, and the cameras that saw it."""
    parts = []
    if found.playing_set is not None:
        parts.append(_("set {serial}").format(serial=found.playing_set.equipment.serial))
    if found.table.cameras:
        parts.append(_("cameras {cameras}").format(cameras=", ".join(found.table.cameras)))
    return "; ".join(parts)


ROUND_THINGS = {
    "correction": Called(
        gettext_lazy("Correction"),
        gettext_lazy("Correction of round {number}"),
        number="round__number",
    ),
    "irregularity": Called(
        gettext_lazy("Irregularity"),
        gettext_lazy("Irregularity in round {number}"),
        number="round__number",
    ),
    "round": Called(gettext_lazy("Round"), gettext_lazy("round {number}"), number="number"),
    "settlement": Called(
        gettext_lazy("Settlement"),
        gettext_lazy("Settlement of round {number}"),
        number="round__number",
    ),
}
"""What the record calls a round and what belongs to it."""
