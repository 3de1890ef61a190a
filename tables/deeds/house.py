"""What an administrator sets up: rules, pits, tables, shakers, where tablets stand."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from rules.profiles import PROFILES
from staff.models import Person
from staff.policy import Act
from staff.wire import CodeField, Facts, WholeField, WordField, WordsField
from tables.commands import furniture, submissions
from tables.commands.furniture import TableFacts
from tables.commands.submissions import SubmissionFacts
from tables.deeds.at_table import table_answer
from tables.doing import Deed, Doing

MOST_CENTS = 2_000_000_000


class CentsField(WholeField):
    def __init__(self, **options: Any) -> None:
        super().__init__(**{"min_value": 1, "max_value": MOST_CENTS, **options})


class FileFacts(Facts):
    name = WordField(max_length=60)
    profile = serializers.ChoiceField(tuple(PROFILES))
    options = serializers.DictField(required=False, default=dict)
    equipment = serializers.DictField(required=False, default=dict)
    approval_reference = WordField(max_length=60, required=False, allow_blank=True, default="")


class AdoptFacts(Facts):
    submission_id = WholeField()


class PitFacts(Facts):
    name = WordField()


class ChangeTableFacts(Facts):
    pit_id = WholeField()
    number = WholeField(min_value=1, max_value=9999)
    seats = WholeField(min_value=1, max_value=8)
    minimum_cents = CentsField()
    maximum_cents = CentsField()
    player_maximum_cents = CentsField(required=False, allow_null=True, default=None)
    denominations = serializers.ListField(
        child=CentsField(), required=False, default=list, max_length=20
    )
    drop_box = WordField(max_length=30, required=False, allow_blank=True, default="")
    layout_approval = WordField(max_length=60, required=False, allow_blank=True, default="")
    cameras = WordsField(max_word=30, max_length=20)


class AddTableFacts(ChangeTableFacts):
    submission_id = WholeField()


class ShakerFacts(Facts):
    serial = CodeField()


class PostFacts(Facts):
    table_id = WholeField()


def _facts(d: Doing) -> TableFacts:
    given = {name: value for name, value in d.facts.items() if name != "submission_id"}
    return TableFacts(
        **{
            **given,
            "denominations": tuple(given["denominations"]),
            "cameras": tuple(given["cameras"]),
        }
    )


def _file(d: Doing) -> Any:
    return submissions.file_submission(SubmissionFacts(**d.facts), by=d.by, at=d.at)


def _adopt(d: Doing) -> Any:
    return submissions.adopt_submission(
        d.ids["table_id"], d.facts["submission_id"], by=d.by, at=d.at, version=d.version
    )


def _add_pit(d: Doing) -> Any:
    return furniture.add_pit(d.facts["name"], by=d.by, at=d.at)


def _add_table(d: Doing) -> Any:
    return furniture.add_table(_facts(d), d.facts["submission_id"], by=d.by, at=d.at)


def _change_table(d: Doing) -> Any:
    return furniture.change_table(d.ids["table_id"], _facts(d), by=d.by, at=d.at)


def _add_shaker(d: Doing) -> Any:
    return furniture.add_shaker(d.facts["serial"], d.ids["table_id"], by=d.by, at=d.at)


def _post(d: Doing) -> Any:
    return furniture.post_tablet(d.ids["tablet_id"], d.facts["table_id"], by=d.by, at=d.at)


def submission_answer(viewer: Person, done: Any) -> Mapping[str, Any]:
    return {
        "submission": {
            "id": done.pk,
            "name": done.name,
            "version": done.version,
            "profile": done.profile,
            "options": done.options,
            "equipment": done.equipment,
        }
    }


def id_answer(viewer: Person, done: Any) -> Mapping[str, Any]:
    return {"id": done.pk}


DEEDS = (
    Deed(
        "file-submission",
        "submissions/",
        _("File this version"),
        Act.FILE_SUBMISSION,
        FileFacts,
        _file,
        submission_answer,
    ),
    Deed(
        "adopt-submission",
        "tables/<int:table_id>/submission/",
        _("Play by this version"),
        Act.FILE_SUBMISSION,
        AdoptFacts,
        _adopt,
        table_answer,
        needs_version=True,
    ),
    Deed("add-pit", "pits/", _("Add a pit"), Act.MANAGE_TABLES, PitFacts, _add_pit, id_answer),
    Deed(
        "add-table",
        "tables/",
        _("Add a table"),
        Act.MANAGE_TABLES,
        AddTableFacts,
        _add_table,
        table_answer,
    ),
    Deed(
        "change-table",
        "tables/<int:table_id>/details/",
        _("Change the table"),
        Act.MANAGE_TABLES,
        ChangeTableFacts,
        _change_table,
        table_answer,
    ),
    Deed(
        "add-shaker",
        "tables/<int:table_id>/shaker/",
        _("Register the shaker"),
        Act.MANAGE_TABLES,
        ShakerFacts,
        _add_shaker,
        table_answer,
    ),
    Deed(
        "post-tablet",
        "tablets/<int:tablet_id>/post/",
        _("Post the tablet"),
        Act.MANAGE_TABLETS,
        PostFacts,
        _post,
        table_answer,
    ),
)
