"""Gaming tables, the equipment on them, and who answers for it."""

from tables.models.custody import (
    Destruction,
    Discrepancy,
    Envelope,
    EquipmentMove,
    StockCount,
    WorkOrder,
    WorkOrderLine,
)
from tables.models.equipment import (
    EquipmentKind,
    EquipmentSet,
    EquipmentState,
    Inspection,
    InspectionPurpose,
    Placement,
    SetTile,
    Shaker,
    TileMove,
)
from tables.models.floor import (
    Alert,
    DealerShift,
    FloorAssignment,
    GamingTable,
    Pit,
    RulesSubmission,
    TableState,
    TabletPost,
)
from tables.models.training import Qualification, TrainingRecord

__all__ = [
    "Alert",
    "DealerShift",
    "Destruction",
    "Discrepancy",
    "Envelope",
    "EquipmentKind",
    "EquipmentMove",
    "EquipmentSet",
    "EquipmentState",
    "FloorAssignment",
    "GamingTable",
    "Inspection",
    "InspectionPurpose",
    "Pit",
    "Placement",
    "Qualification",
    "RulesSubmission",
    "SetTile",
    "Shaker",
    "StockCount",
    "TableState",
    "TabletPost",
    "TileMove",
    "TrainingRecord",
    "WorkOrder",
    "WorkOrderLine",
]
