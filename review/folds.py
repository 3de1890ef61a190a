"""How disputes and the log of surveillance follow from the record."""

from foundation.folding import Kept, Unkept
from review import models

FOLDS = [
    Kept(models.Dispute),
    Kept(models.Statement, once=True),
    Kept(models.Attachment, once=True),
    Kept(models.SurveillanceEntry, once=True),
    Unkept(models.SavedSearch, "a person's own list of questions; nothing is decided by it"),
]
