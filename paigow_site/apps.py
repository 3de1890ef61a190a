from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "paigow_site"

    def ready(self) -> None:
        from paigow_site import deploy_checks  # noqa: F401  # registers itself
