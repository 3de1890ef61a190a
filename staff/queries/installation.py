"""Who runs this installation."""

from django.conf import settings

from staff.models import Installation


def operator_name() -> str:
    """The operator as set-up named it; a floor that nobody set up has the environment's word."""
    installation = Installation.objects.first()
    return installation.operator if installation else str(settings.OPERATOR)
