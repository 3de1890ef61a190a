"""The demo's own table."""

from demo.models import TableVisit
from foundation.folding import Unkept

FOLDS = [Unkept(TableVisit, "where the simulated dealers are; no law of the floor knows it")]
