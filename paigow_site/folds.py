"""The tables of the framework, and this site's own."""

from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session

from foundation.folding import Unkept
from paigow_site.models import Heartbeat

FOLDS = [
    Unkept(ContentType, "the framework's own, made by its migrations"),
    Unkept(Permission, "the framework's own; rights come from staff/policy.py"),
    Unkept(Group, "the framework's own, empty"),
    Unkept(Group.permissions.through, "the framework's own, empty"),
    Unkept(Session, "who is signed in at this moment"),
    Unkept(Heartbeat, "when each process was last alive"),
]
