"""What this app keeps for a while and no log has to make again."""

from foundation import models
from foundation.folding import Unkept

FOLDS = [
    Unkept(models.Receipt, "the answer to a call, kept for its repeat"),
    Unkept(models.KeptFile, "a file that was made from the record; its hash is in an event"),
    Unkept(models.FilePiece, "a piece of such a file"),
]
