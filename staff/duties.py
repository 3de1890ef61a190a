"""Roles that belong to two people: who does a thing, and who keeps, watches or answers for it.

Asked wherever roles are given; the access review shows whoever has such roles all the same. Two
people may make an exception with a reason, which the record and the review keep.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from staff.models import Role

PLAY = (Role.DEALER, Role.FLOORPERSON, Role.PIT_MANAGER)
STAFF = tuple(role for role in Role if role != Role.REGULATOR)


@dataclass(frozen=True, slots=True)
class Apart:
    """Two groups of roles that nobody has at once, and why."""

    these: tuple[Role, ...]
    those: tuple[Role, ...]
    why: Promise | str
    rule: str = ""

    def pairs(self) -> Iterable[tuple[Role, Role]]:
        return product(self.these, self.those)


APART = (
    Apart(
        PLAY,
        (Role.CASHIER,),
        _("The cage and the table sign the two sides of one slip."),
    ),
    Apart(
        (*PLAY, Role.CASHIER),
        (Role.SECURITY,),
        _("Security carries chips and keeps equipment that table and cage only use."),
    ),
    Apart(
        (*PLAY, Role.CASHIER, Role.SECURITY, Role.ADMINISTRATOR, Role.OPERATOR),
        (Role.SURVEILLANCE,),
        _("Surveillance is independent of everybody it watches."),
    ),
    Apart(
        (*PLAY, Role.CASHIER, Role.SECURITY),
        (Role.COMPLIANCE,),
        _("Whoever takes stock and reviews has no part in what is reviewed."),
    ),
    Apart(
        (*PLAY, Role.CASHIER, Role.SECURITY, Role.COMPLIANCE),
        (Role.ADMINISTRATOR, Role.OPERATOR),
        _("Whoever gives rights neither works with them nor reviews them."),
        "25 CFR 543.20(a)",
    ),
    Apart(
        STAFF,
        (Role.REGULATOR,),
        _("A regulator is not of the house."),
    ),
)


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two roles of one person that belong to two people."""

    first: Role
    second: Role
    why: Promise | str
    rule: str


def conflicts(roles: Iterable[str]) -> list[Conflict]:
    """What is wrong with having these roles at once; nothing for most."""
    had = set(roles)
    return [
        Conflict(first, second, each.why, each.rule)
        for each in APART
        for first, second in each.pairs()
        if {first, second} <= had
    ]
