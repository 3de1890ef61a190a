"""How reports follow from the record: their figures are in the log when they are made."""

from foundation.folding import Kept
from reports.models import ReportRun

FOLDS = [Kept(ReportRun, fleeting=("state", "done", "parts"))]
