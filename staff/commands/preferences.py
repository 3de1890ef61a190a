from staff.models import Person


def choose_language(person_id: int, *, language: str) -> None:
    """Remember the language a person reads in. A taste, not an act on the floor: not recorded."""
    Person.objects.filter(pk=person_id).update(language=language)
