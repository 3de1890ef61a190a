from django.apps import AppConfig


class BankingConfig(AppConfig):
    name = "banking"

    def ready(self) -> None:
        from audit.naming import register_things
        from audit.wording import register_words
        from banking.guards import (
            guard_counted_at_closing,
            guard_counted_at_opening,
            guard_nothing_left,
        )
        from banking.models import SlipKind
        from banking.queries.steps import closing_step, opening_step
        from banking.wording import BANKING_THINGS, EVENT_WORDS
        from tables.guards import CLOSING_GUARDS, OPENING_GUARDS, RETIRING_GUARDS
        from tables.queries.floor import EXTRA_CLOSING_STEPS, EXTRA_OPENING_STEPS
        from tables.wording import OTHER_KINDS

        OPENING_GUARDS.append(guard_counted_at_opening)
        CLOSING_GUARDS.append(guard_counted_at_closing)
        RETIRING_GUARDS.append(guard_nothing_left)
        EXTRA_OPENING_STEPS.append(opening_step)
        EXTRA_CLOSING_STEPS.append(closing_step)
        OTHER_KINDS.update(SlipKind.choices)
        register_things(BANKING_THINGS)
        register_words("banking", EVENT_WORDS)
