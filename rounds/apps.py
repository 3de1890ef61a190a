from django.apps import AppConfig


class RoundsConfig(AppConfig):
    name = "rounds"

    def ready(self) -> None:
        from banking.queries.entries import ROUND_NUMBERS
        from rounds.guards.steps import guard_nothing_in_play
        from rounds.queries.numbers import round_numbers
        from tables.guards import CLOSING_GUARDS, LEAVING_GUARDS

        CLOSING_GUARDS.append(guard_nothing_in_play)
        LEAVING_GUARDS.append(guard_nothing_in_play)
        ROUND_NUMBERS.append(round_numbers)
