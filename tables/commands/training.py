"""Who may deal which game: the floor says so, and takes it back."""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.events import EventKind
from foundation.commands import Call, command
from foundation.inputs import Id, Input, Whole, Word
from rules.profiles import PROFILES
from rules.refusals import Refused
from staff.models import Person
from staff.policy import Act, may
from tables.models import Qualification
from tables.queries.answers import IdAnswer


class QualifyDealer(Input):
    """Whom, and for which rules."""

    person_id: Whole
    profile: Word


class WhichQualification(Input):
    qualification_id: Id


def qualification_answer(by: Person, held: Qualification) -> IdAnswer:
    return IdAnswer(held.pk)


@command(
    QualifyDealer,
    act=Act.QUALIFY_DEALER,
    says=gettext_lazy("Qualify"),
    path="qualifications/",
    answer=qualification_answer,
)
def qualify_dealer(call: Call[QualifyDealer]) -> Qualification:
    """Record that a dealer is qualified for a game, by its rule set.

    Rule: COMAR 36.05.03.17-.18.
    """
    by, profile = call.by, call.input.profile
    person = Person.objects.get(pk=call.input.person_id, property_id=by.property_id)
    if profile not in PROFILES:
        raise Refused("unknown_rules", _("Choose one of the rule sets."))
    if not may(person, Act.DEAL):
        raise Refused("not_a_dealer", _("Only a dealer is qualified to deal."))
    if person.pk == by.pk:
        raise Refused("own_qualification", _("Somebody else says that you are qualified."))
    try:
        with transaction.atomic():
            held = Qualification.objects.create(
                property_id=by.property_id,
                person=person,
                profile=profile,
                given_by=by,
                given_at=call.at,
            )
    except IntegrityError:
        raise Refused("qualified_already", _("This dealer is qualified already.")) from None
    call.record(
        EventKind.DEALER_QUALIFIED,
        about=[held, person],
        detail={"who": person.name, "rules": profile},
    )
    return held


@command(
    WhichQualification,
    act=Act.QUALIFY_DEALER,
    says=gettext_lazy("End the qualification"),
    path="qualifications/<int:qualification_id>/end/",
    answer=qualification_answer,
)
def end_qualification(call: Call[WhichQualification]) -> Qualification:
    """Record that a dealer is no longer qualified; a round that is being dealt goes on."""
    held = (
        Qualification.objects.select_for_update(of=("self",))
        .select_related("person")
        .get(pk=call.input.qualification_id, property_id=call.by.property_id)
    )
    if held.ended_at is not None:
        raise Refused("qualification_ended", _("This qualification has ended already."))
    held.ended_by, held.ended_at = call.by, call.at
    held.save(update_fields=["ended_by", "ended_at"])
    call.record(
        EventKind.QUALIFICATION_ENDED,
        about=[held, held.person],
        detail={"who": held.person.name, "rules": held.profile},
    )
    return held
