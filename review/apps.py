from django.apps import AppConfig


class ReviewConfig(AppConfig):
    name = "review"

    def ready(self) -> None:
        from audit.wording import known_in, register_words
        from review.models import Decision

        register_words("review", {"decision": known_in(dict(Decision.choices))})
