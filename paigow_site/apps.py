from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "paigow_site"

    def ready(self) -> None:
        from django.conf import settings
        from django.core.signals import request_started
        from django.db import reset_queries

        from paigow_site import deploy_checks  # noqa: F401  # registers itself

        if not settings.DEBUG:  # nothing keeps a list of queries that had to be emptied
            request_started.disconnect(reset_queries)
