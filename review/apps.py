from django.apps import AppConfig


class ReviewConfig(AppConfig):
    name = "review"

    def ready(self) -> None:
        from audit.naming import register_things
        from audit.subjects import register_finder
        from audit.wording import known_in, register_words
        from review.models import Decision
        from review.queries.naming import REVIEW_THINGS, disputes_called
        from review.wording import HOW_SAID

        register_finder(disputes_called)
        words = {"decision": known_in(dict(Decision.choices)), "how": known_in(HOW_SAID)}
        register_things(REVIEW_THINGS)
        register_words("review", words)
