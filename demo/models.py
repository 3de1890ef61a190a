"""What only the demo floor remembers."""

from django.db import models

from tables.models import GamingTable


class TableVisit(models.Model):
    """When somebody last had a demo table's screen open; simulated dealers then keep away."""

    table = models.OneToOneField(GamingTable, on_delete=models.PROTECT, primary_key=True)
    seen_at = models.DateTimeField()

    class Meta:
        db_table = "demo_visit"
