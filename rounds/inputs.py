"""What bodies about rounds have in common; each command's own input stands beside it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Annotated, Any
from uuid import UUID

from pydantic import AfterValidator, Field

from foundation.inputs import Input, plain_text, text
from staff.commands.signing import Signer

ROUND = "rounds/<uuid:round_id>/"
TABLE = "tables/<int:table_id>/"

Seat = Annotated[int, Field(ge=1, le=8)]
Piece = Annotated[str, text(3, shortest=1), AfterValidator(plain_text)]
MaybePiece = Annotated[str, text(3), AfterValidator(plain_text)]
LongNote = Annotated[str, text(500), AfterValidator(plain_text)]


class OfRound(Input):
    """Nothing but the round."""

    round_id: UUID

    def said(self, call: object, signed: Mapping[str, Signer]) -> tuple[Any, ...]:
        """The command's arguments, in the round's own values."""
        return (self.round_id, call, *self.given(signed))

    def given(self, signed: Mapping[str, Signer]) -> tuple[Any, ...]:
        return ()


class OfTable(Input, ABC):
    """Nothing but the table at which a round begins."""

    table_id: int

    def said(self, call: object, signed: Mapping[str, Signer]) -> tuple[Any, ...]:
        """The command's arguments, in the round's own values."""
        return (self.table_id, self.given(signed), call)

    @abstractmethod
    def given(self, signed: Mapping[str, Signer]) -> Any:
        """What the command takes beside the table."""
