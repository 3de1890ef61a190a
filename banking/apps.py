from django.apps import AppConfig


class BankingConfig(AppConfig):
    name = "banking"

    def ready(self) -> None:
        from banking.guards import guard_counted_at_closing, guard_counted_at_opening
        from tables.guards import CLOSING_GUARDS, OPENING_GUARDS

        OPENING_GUARDS.append(guard_counted_at_opening)
        CLOSING_GUARDS.append(guard_counted_at_closing)
