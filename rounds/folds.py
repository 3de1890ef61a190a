"""How rounds follow from the log: what was entered is kept, what it came to is worked out again."""

from banking.models import BankTurn
from foundation.folding import Kept, Reckoned
from rounds import models
from rounds.reckoning import ROUNDS

FOLDS = [
    Kept(models.Round),
    Kept(
        models.Settlement,
        reckoned=("outcome", "movements", "reasons"),
        anew={"outcome": "'{}'", "movements": "'[]'", "reasons": "'[]'"},
        once=True,
    ),
    Kept(models.Irregularity),
    Kept(models.OutsideWager, once=True, also=("rounds.",)),
    Kept(models.BoxThrow, once=True, also=("rounds.",)),
    Kept(models.Correction, once=True),
    Reckoned(models.SeatPlay, ROUNDS),
    Reckoned(models.DiceRoll, ROUNDS),
    Reckoned(BankTurn, ROUNDS),
]
