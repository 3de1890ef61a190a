from django.apps import AppConfig


class RoundsConfig(AppConfig):
    name = "rounds"

    def ready(self) -> None:
        from rounds.guards.steps import guard_nothing_in_play
        from tables.guards import CLOSING_GUARDS

        CLOSING_GUARDS.append(guard_nothing_in_play)
