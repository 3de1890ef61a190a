"""What a dealer has learnt: the games they are qualified for, and drills that were signed."""

from django.db import models
from django.db.models import F, Q

from staff.models import Person, Property
from tables.models.floor import RulesSubmission


class Qualification(models.Model):
    """A dealer who may deal a game, since when and by whose word; a rule set is a game.

    Rule: COMAR 36.05.03.17-.18.
    """

    audit_name = "qualification"

    property = models.ForeignKey(Property, on_delete=models.PROTECT)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="qualifications")
    profile = models.CharField(max_length=40)
    given_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    given_at = models.DateTimeField()
    ended_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "tables_qualification"
        constraints = [
            models.UniqueConstraint(
                fields=["person", "profile"],
                condition=Q(ended_at__isnull=True),
                name="tables_qualified_once",
            ),
        ]


class TrainingRecord(models.Model):
    """A drill that somebody wanted signed: every answer, and how many the core called right."""

    audit_name = "training"

    property = models.ForeignKey(Property, on_delete=models.PROTECT)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="training")
    submission = models.ForeignKey(RulesSubmission, on_delete=models.PROTECT, related_name="+")
    hands = models.PositiveSmallIntegerField()
    right = models.PositiveSmallIntegerField()
    answers = models.JSONField()
    kept_at = models.DateTimeField()
    signed_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")

    class Meta:
        db_table = "tables_training"
        constraints = [
            models.CheckConstraint(condition=Q(right__lte=F("hands")), name="tables_training_right")
        ]
