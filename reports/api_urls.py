from foundation.doors import api_paths
from reports.commands.watching import COMMANDS

urlpatterns = api_paths(COMMANDS)
