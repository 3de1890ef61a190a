"""Service accounts for tests and drills."""

from datetime import datetime

from staff.commands.services import add_service
from staff.models import Person, ServiceToken

EVERYTHING = ("rounds", "chips", "floor", "money", "record")


def service_token(
    administrator: Person,
    *scopes: str,
    name: str = "Smart table",
    days: int = 30,
    at: datetime | None = None,
) -> tuple[ServiceToken, str]:
    """A service of the administrator's house, its token, and the secret that it shows."""
    return add_service(name, scopes or ("rounds",), days=days, by=administrator, at=at)
