from paigow_site.formats import *  # noqa: F403
