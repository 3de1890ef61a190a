from foundation.doors import api_paths
from review.commands.disputes import open_dispute
from rounds.api.sheets import RoundSheetSerializer

urlpatterns = api_paths([open_dispute], shape=RoundSheetSerializer)
