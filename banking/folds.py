"""How money follows from the log."""

from banking import models
from foundation.folding import Kept, Unkept

FOLDS = [
    Kept(models.Jackpot),
    Kept(models.Jackpot.tables.through, once=True),
    Kept(models.Account, once=True),
    Kept(models.Slip),
    Kept(models.SlipSignature, once=True),
    Kept(models.SlipPrint, once=True),
    Kept(models.Payout, once=True),
    Kept(models.DropBox),
    Kept(models.DifferenceReport, once=True),
    Kept(models.Entry, parts=models.Posting, once=True),
    Kept(models.JackpotPeriod, once=True),
    Kept(models.CashMove, once=True),
    Kept(models.CashUndo, once=True),
    Kept(models.ChipRequest),
    Kept(models.ParLevel),
    Kept(models.Patron, private=("description",), anew={"description": "t.key"}, once=True),
    Kept(models.PatronSeat, once=True),
    Kept(models.PatronCash, once=True),
    Unkept(models.PatronIdentity, "erasable; that it was taken, read or erased is in events"),
]
