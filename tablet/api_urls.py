from foundation.doors import api_paths
from tablet.commands import drop_records, keep_training

urlpatterns = api_paths([drop_records, keep_training])
