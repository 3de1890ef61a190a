"""How tables and equipment follow from the log: every version of every row is in it."""

from foundation.folding import Kept
from tables import models

CHANGING = (
    models.Pit,
    models.GamingTable,
    models.TabletPost,
    models.DealerShift,
    models.FloorAssignment,
    models.Qualification,
    models.Alert,
    models.EquipmentSet,
    models.Shaker,
    models.Inspection,
    models.Placement,
    models.SetTile,
    models.Envelope,
    models.WorkOrder,
    models.WorkOrderLine,
    models.Discrepancy,
    models.Duty,
    models.TableString,
    models.Relief,
    models.Notice,
    models.QuietHours,
)
NEVER_CHANGED = (
    models.TileMove,
    models.EquipmentMove,
    models.Destruction,
    models.StockCount,
    models.TrainingRecord,
)

FOLDS = [
    # The first round that is played by a submission marks it as used.
    Kept(models.RulesSubmission, also=("rounds.",)),
    *(Kept(model) for model in CHANGING),
    *(Kept(model, once=True) for model in NEVER_CHANGED),
    Kept(
        models.NoticeDevice,
        private=("name", "address", "public_key", "secret"),
        anew={
            "name": "t.via",
            "address": "'lost ' || t.id",
            "public_key": "''",
            "secret": "''",
            "ended_at": "coalesce(t.ended_at, now())",
        },
    ),
    Kept(models.NoticeGateway, private=("secret",), anew={"secret": "''"}),
]
