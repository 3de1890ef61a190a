from datetime import datetime

from django.db import transaction

from staff.models import Person
from staff.recording import StaffEvent, record_staff


@transaction.atomic
def choose_language(person_id: int, *, language: str, at: datetime) -> Person:
    """Remember the language a person chose to read in, on every tablet."""
    person = Person.objects.select_for_update().get(pk=person_id)
    if person.language == language:
        return person
    before, person.language = person.language, language
    person.save(update_fields=["language"])
    record_staff(
        StaffEvent.PERSON_CHANGED,
        about=person,
        by=person,
        at=at,
        before={"language": before},
        after={"language": language},
    )
    return person
