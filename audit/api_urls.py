from audit.api import READS
from foundation.doors import api_paths

urlpatterns = api_paths((), READS)
