from django.apps import AppConfig


class TabletConfig(AppConfig):
    name = "tablet"

    def ready(self) -> None:
        from audit.wording import known_in, register_words
        from tablet.wording import DROP_REASONS

        register_words("tablet", {"reason": known_in(DROP_REASONS)})
