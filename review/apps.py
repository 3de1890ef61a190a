from django.apps import AppConfig


class ReviewConfig(AppConfig):
    name = "review"

    def ready(self) -> None:
        from audit.subjects import register_finder
        from audit.wording import known_in, register_words
        from review.models import Decision
        from review.queries.naming import disputes_called
        from review.wording import HOW_SAID

        register_finder(disputes_called)
        words = {"decision": known_in(dict(Decision.choices)), "how": known_in(HOW_SAID)}
        register_words("review", words)
