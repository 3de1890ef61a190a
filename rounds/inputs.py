"""What the inputs about rounds have in common; each command's own input stands beside it."""

from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field

from foundation.inputs import Id, Input, plain_text, text

ROUND = "rounds/<uuid:round_id>/"
TABLE = "tables/<int:table_id>/"

Seat = Annotated[int, Field(ge=1, le=8)]
Piece = Annotated[str, text(3, shortest=1), AfterValidator(plain_text)]
MaybePiece = Annotated[str, text(3), AfterValidator(plain_text)]
Dice = Annotated[tuple[Annotated[int, Field(ge=1, le=6)], ...], Field(min_length=3, max_length=3)]
LongNote = Annotated[str, text(500), AfterValidator(plain_text)]


class OfRound(Input):
    """Nothing but the round."""

    round_id: UUID


class OfTable(Input):
    """Nothing but the table at which a round begins."""

    table_id: Id
