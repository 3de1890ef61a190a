from foundation.doors import api_paths
from tables.api import READS
from tables.commands import COMMANDS

urlpatterns = api_paths(COMMANDS, READS)
