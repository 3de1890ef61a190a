"""What the installer entered so far: kept in the browser's session, so it can be left and resumed.

Of password and PIN only the hashes are kept, the seed of the authenticator is sealed. Nothing of
it is in the house before the last step.
"""

from typing import Any

from django.http import HttpRequest

from foundation.vault import seal, unseal
from staff.commands.set_up import SetUp, guard_ticket

KEY, SEED = "set_up", "set_up:totp"
STEPS = ("operator", "house", "administrator", "second-factor")
PARTS = ("operator", "house", "administrator")


class Draft:
    """The steps that are done, by name."""

    def __init__(self, request: HttpRequest) -> None:
        self.session = request.session
        self.kept: dict[str, Any] = dict(self.session.get(KEY, {}))

    def begin(self, ticket: str) -> None:
        self.keep(ticket=ticket)

    def keep(self, **parts: Any) -> None:
        self.kept |= parts
        self.session[KEY] = self.kept

    def guard(self) -> None:
        """Refuse whoever did not enter the code, or whose code is void by now."""
        guard_ticket(str(self.kept.get("ticket", "")))

    def part(self, name: str) -> dict[str, Any]:
        return dict(self.kept.get(name, {}))

    @property
    def next_step(self) -> str:
        return next((name for name in PARTS if name not in self.kept), "second-factor")

    def keep_seed(self, seed: str) -> None:
        self.keep(totp_secret=seal(seed, SEED))

    @property
    def seed(self) -> str:
        return unseal(self.kept["totp_secret"], SEED)

    def facts(self) -> SetUp:
        """Everything that was entered, for the command."""
        person = self.part("administrator")
        return SetUp.model_validate(
            {
                **self.part("operator"),
                **self.part("house"),
                **{name: each for name, each in person.items() if name in SetUp.model_fields},
                "totp_secret": self.seed,
            }
        )
