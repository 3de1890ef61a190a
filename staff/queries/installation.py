"""Who runs this installation."""

from django.conf import settings

from staff.models import Installation


def operator_name() -> str:
    """The operator as set-up named it; a floor that nobody set up has the environment's word."""
    installation = Installation.objects.first()
    return installation.operator if installation else str(settings.OPERATOR)


def proposed_operator() -> str:
    """The environment's word for an operator who is not named yet; an example is no proposal."""
    known = str(settings.OPERATOR)
    return "" if known.endswith(".example") else known
