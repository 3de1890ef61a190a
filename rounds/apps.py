from django.apps import AppConfig


class RoundsConfig(AppConfig):
    name = "rounds"

    def ready(self) -> None:
        from audit.naming import register_things
        from audit.subjects import register_finder
        from audit.wording import register_words
        from banking.queries.entries import ROUND_NUMBERS
        from rounds.guards.steps import guard_nothing_in_play
        from rounds.queries.closing import last_round_step
        from rounds.queries.naming import ROUND_THINGS, rounds_called
        from rounds.queries.numbers import round_numbers
        from rounds.wording import EVENT_SENTENCES, EVENT_WORDS
        from tables.guards import CLOSING_GUARDS, LEAVING_GUARDS
        from tables.queries.floor import EXTRA_CLOSING_STEPS

        CLOSING_GUARDS.append(guard_nothing_in_play)
        LEAVING_GUARDS.append(guard_nothing_in_play)
        EXTRA_CLOSING_STEPS.insert(0, last_round_step)
        ROUND_NUMBERS.append(round_numbers)
        register_finder(rounds_called)
        register_things(ROUND_THINGS)
        register_words("rounds", EVENT_WORDS, EVENT_SENTENCES)
