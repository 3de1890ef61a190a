"""The audit app's own tables: the log itself, and what stands beside it."""

from audit import models
from foundation.folding import Kept, Unkept

LOG = "it is the log, which has its own checks"

FOLDS = [
    *(
        Unkept(model, LOG)
        for model in (
            models.Stream,
            models.Event,
            models.Pending,
            models.Tree,
            models.Leaf,
            models.Node,
            models.Checkpoint,
            models.Cosignature,
            models.Archive,
        )
    ),
    Unkept(models.RowDigest, "it repeats the last hash that the log has of each row"),
    Unkept(models.RowPending, "versions on their way into the log"),
    Kept(models.Hold),
    Unkept(models.Export, "a file that was asked for; the events say who asked and who took it"),
    Unkept(models.Alarm, "each begins and ends with an event; the minute's check sets it anew"),
]
