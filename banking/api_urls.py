from banking.api import READS
from banking.commands import COMMANDS
from foundation.doors import api_paths

urlpatterns = api_paths(COMMANDS, READS)
