"""What of people is sealed at rest: the seed of an authenticator."""

from foundation.vault import SealedColumn
from staff.models import Person
from staff.second_factor import place_of_seed

SEALED = [SealedColumn(Person, "totp_secret", place_of_seed, lambda person: person.badge)]
