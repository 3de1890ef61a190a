from foundation.doors import api_paths
from review.commands.disputes import open_dispute, withdraw_dispute

urlpatterns = api_paths([open_dispute, withdraw_dispute])
