from django.db import models


class Heartbeat(models.Model):
    """When a background process was last heard, kept where losing Redis cannot lose it."""

    name = models.CharField(max_length=40, primary_key=True)
    at = models.DateTimeField()

    class Meta:
        db_table = "site_heartbeat"
