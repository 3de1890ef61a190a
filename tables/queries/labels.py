"""What stands on the labels of sets, and how they lie on the pages of a paper."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, F, Q
from django.utils.safestring import SafeString

from foundation.qr import qr
from staff.models import Person
from tables.labels import LabelPaper, set_code
from tables.models import EquipmentSet
from tables.wording import kind_words


@dataclass(frozen=True, slots=True)
class SetLabel:
    """The label of one set; `strangers` are tiles that came from other sets."""

    serial: str
    kind: str
    seal_number: str
    design_approval: str
    made_from: str
    strangers: int
    qr: SafeString


LabelPages = list[list[SetLabel | None]]


def set_labels(viewer: Person, wanted: Iterable[int]) -> list[SetLabel]:
    """The labels of some sets of the house, by kind and serial."""
    sets = EquipmentSet.objects.filter(property_id=viewer.property_id, pk__in=list(wanted))
    elsewhere = Count("tiles", filter=~Q(tiles__origin=F("pk")))
    found = sets.annotate(strangers=elsewhere).order_by("kind", "serial")
    return [
        SetLabel(
            serial=each.serial,
            kind=kind_words(each.kind),
            seal_number=each.seal_number,
            design_approval=each.design_approval,
            made_from=each.made_from,
            strangers=each.strangers,
            qr=qr(set_code(each.kind, each.serial)),
        )
        for each in found
    ]


def label_pages(labels: Sequence[SetLabel], paper: LabelPaper, used: int) -> LabelPages:
    """Lay labels on pages; those that were taken off the first sheet before stay empty."""
    lying: list[SetLabel | None] = [None] * (used % paper.count if labels else 0)
    lying += labels
    return [lying[at : at + paper.count] for at in range(0, len(lying), paper.count)]
