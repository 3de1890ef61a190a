"""More than one house: open another, and let people of one work in another."""

from typing import Annotated, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field

from foundation.commands import Call, command
from foundation.inputs import Badge, Input, Plain, Text, text
from rules.refusals import Refused
from staff.badges import plain_badge
from staff.commands.people import (
    PersonAnswer,
    PersonFacts,
    badge_and_licence_free,
    guard_facts,
    person_answer,
    shown_of,
)
from staff.commands.set_up import NewHouse, create_house
from staff.duties import conflicts
from staff.models import Person, Property, Role
from staff.policy import Act
from staff.recording import StaffEvent

Licence = Annotated[str, text(30, shortest=1), Plain]


class OpenAnotherHouse(NewHouse):
    """A house as it begins, and under which licence whoever opens it is its administrator."""

    takes_more: ClassVar[bool] = True

    licence_number: Licence


class LetWorkHere(Input):
    """Whose badge from another house, with which licence and roles in this one."""

    badge: Badge
    licence_number: Licence
    roles: Annotated[tuple[Text, ...], Field(max_length=20)]


class OpenedAnswer(PersonAnswer):
    """The house that was opened, and its administrator there."""

    house_id: int


def opened_answer(by: Person, person: Person) -> OpenedAnswer:
    return {**person_answer(by, person), "house_id": person.property_id}


@command(
    OpenAnotherHouse,
    act=Act.OPEN_HOUSE,
    says=gettext_lazy("Open the house"),
    answer=opened_answer,
)
def open_another_house(call: Call[OpenAnotherHouse]) -> Person:
    """Open another house of the same operator, with a log of its own.

    Whoever opens it is its first administrator and appoints everybody else there.
    """
    facts = call.input
    house = create_house(call, facts)
    return _work_there(call, call.by.keeper, house, facts.licence_number, [Role.ADMINISTRATOR])


@command(
    LetWorkHere,
    act=Act.MANAGE_STAFF,
    says=gettext_lazy("Let them work here"),
    answer=person_answer,
)
def let_work_here(call: Call[LetWorkHere]) -> Person:
    """Let somebody of another house work here too, in roles and under a licence of this house.

    They sign in as they always do; what they may do there gives no right here.
    """
    facts, house = call.input, call.by.property
    roles = [Role(each) for each in facts.roles if each in Role.values]
    if Role.OPERATOR in roles:
        raise Refused("operator_at_home", _("An operator's administrator is one at home only."))
    people = Person.objects.select_for_update(of=("self",)).select_related("property")
    badge = plain_badge(facts.badge)
    found = people.filter(home__isnull=True, is_active=True, badge__iexact=badge).first()
    if found is None:
        raise Refused(
            "badge_unknown",
            _("Nobody of another house has this badge. For somebody new, add a person."),
        )
    guard_facts(
        PersonFacts.model_construct(
            badge=found.badge,
            name=found.name,
            licence_number=facts.licence_number,
            roles=tuple(facts.roles),
        )
    )
    apart = conflicts(roles)
    if apart:
        raise Refused(
            "roles_apart",
            _("{first} and {second} belong to two people. {why}").format(
                first=apart[0].first.label, second=apart[0].second.label, why=apart[0].why
            ),
            apart[0].rule,
        )
    return _work_there(call, found, house, facts.licence_number, roles)


def _work_there(
    call: Call[OpenAnotherHouse] | Call[LetWorkHere],
    home: Person,
    house: Property,
    licence_number: str,
    roles: list[Role],
) -> Person:
    """Give a human being their row in a house; both houses' records say so."""
    if home.property_id == house.pk:
        raise Refused("here_already", _("{name} belongs to this house.").format(name=home.name))
    known = Person.objects.select_for_update(of=("self",)).filter(home=home, property=house).first()
    if known is not None and known.is_active:
        raise Refused("here_already", _("{name} works here already.").format(name=home.name))
    person = known or Person(property=house, home=home)
    person.badge, person.name, person.language = home.badge, home.name, home.language
    person.licence_number, person.roles = licence_number, [role.value for role in roles]
    person.is_active, person.left_at = True, None
    person.set_unusable_password()
    with badge_and_licence_free():
        person.save()
    detail = {"badge": home.badge, "house": house.name, "roles": sorted(person.roles)}
    call.record(StaffEvent.WORKS_ELSEWHERE, about=home, detail=detail)
    kind = StaffEvent.PERSON_ADDED if known is None else StaffEvent.PERSON_RETURNED
    call.record(kind, about=person, detail=shown_of(person))
    return person
