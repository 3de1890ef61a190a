"""Requests to every address that the site has, by everybody, with bodies that nobody expects."""

import json
import random
import re
import traceback
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote
from uuid import uuid4

from django.core.signals import got_request_exception
from django.test import Client

from foundation.commands import COMMANDS
from foundation.openapi import written_document
from tests.fuzz.values import HOSTILE, Values
from tests.fuzz.world import World
from tests.roles import addresses, rows
from tests.sign_in import sign_in

CONVERTER = re.compile(r"<(?:(\w+):)?(\w+)>")
FORM_FIELDS = ("badge", "pin", "reason", "note", "next", "version", "about", "seat", "name")
SPOILED = 0.5
# Says 503 when a part of the floor is away, and in a test most are.
HONEST = ("/readyz",)


class Asking:
    """One long conversation with the site; notes every answer that admits a failure."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.world = World(self.chance)
        self.values = Values(self.chance, self.world.known)
        document = json.loads(written_document("en"))
        self.values.components = document["components"]["schemas"]
        self.bodies = dict(self._bodies(document))
        self.forms = {f"do-{each.slug}": each for each in COMMANDS.values()}
        self.allowed = rows()
        self.clients = {role: self._client(role) for role in (*self.world.people, None)}
        self.count = 0
        self.failures: list[str] = []
        self.raised: list[str] = []

    @staticmethod
    def _bodies(document: dict[str, Any]) -> Iterator[tuple[str, Any]]:
        for path, methods in document["paths"].items():
            said = methods.get("post", {}).get("requestBody", {}).get("content", {})
            if "application/json" in said:
                yield re.sub(r"{\w+}", "*", path), said["application/json"]["schema"]

    def _client(self, role: str | None) -> Client:
        client = Client(raise_request_exception=False)
        return sign_in(client, self.world.people[role]) if role else client

    def everything(self) -> list[tuple[str, str]]:
        """Every address with every method that it may be asked by, in an order of chance."""
        asked = [(method, pattern) for pattern in addresses() for method in ("GET", "POST")]
        self.chance.shuffle(asked)
        return asked

    def ask(self, method: str, pattern: str) -> None:
        """Ask one address once, mostly as somebody who may."""
        role = self._role(method, pattern)
        address = CONVERTER.sub(self._part, pattern)
        self.raised.clear()
        got_request_exception.connect(self._note)
        try:
            answer, body = self._send(self.clients[role], method, pattern, address)
            if getattr(answer, "streaming", False):
                for _chunk in answer.streaming_content:
                    pass
        finally:
            got_request_exception.disconnect(self._note)
        self.count += 1
        if answer.status_code >= 500 and pattern not in HONEST:
            said = f"{answer.status_code}: {role} {method} {address} {body}"
            self.failures.append("\n".join([said, *self.raised]))
        if role and answer.status_code in (302, 401, 403):
            self.clients[role] = self._client(role)

    def _note(self, **_all: Any) -> None:
        self.raised.append(traceback.format_exc()[-1500:])

    def _role(self, method: str, pattern: str) -> str | None:
        allowed = sorted(self.allowed.get((method, pattern), ()))
        if allowed and self.chance.random() < 0.85:
            return self.chance.choice(allowed)
        return self.chance.choice([*self.world.people, None])

    def _part(self, match: re.Match[str]) -> str:
        if self.chance.random() < 0.08:
            odd = self.chance.choice([each for each in HOSTILE if isinstance(each, str | int)])
            return quote(str(odd)[:300], safe="")
        made = {"int": "1", "uuid": str(uuid4())}
        return str(self.world.known(match[2]) or made.get(match[1], "none"))

    def _send(self, client: Client, method: str, pattern: str, address: str) -> tuple[Any, Any]:
        if method == "GET":
            query = self._form(pattern) if self.chance.random() < 0.5 else {}
            return client.get(address, query), query
        if pattern.startswith("/api/"):
            body = self._body(pattern)
            headers = {"Idempotency-Key": str(uuid4()), "If-Match": self.world.version(address)}
            raw = json.dumps(body)
            return client.post(address, raw, "application/json", headers=headers), raw[:2000]
        form = self._form(pattern)
        return client.post(address, form), form

    def _body(self, pattern: str) -> Any:
        schema = self.bodies.get(CONVERTER.sub("*", pattern))
        body = self.values.of(schema) if schema else {}
        return self.values.spoiled(body) if self.chance.random() < SPOILED else body

    def _form(self, pattern: str) -> dict[str, Any]:
        """What a form of this address would send; of a page's own form, fields that pages have."""
        asked = next((self.forms[name] for name in self._names(pattern)), None)
        if asked is not None:
            made = asked.input.model_json_schema()
            self.values.components = {**self.values.components, **made.get("$defs", {})}
            fields = self.values.of(made)
        else:
            fields = {name: self.values.of({"type": "string"}, name) for name in FORM_FIELDS}
        if self.chance.random() < SPOILED:
            fields = self.values.spoiled(fields)
        fields = fields if isinstance(fields, dict) else {"x": fields}
        signed = {f"{place.name}-badge": 1 for place in asked.signs} if asked else {}
        for name in signed:
            fields[name] = self.world.known("badge")
            fields[name.replace("-badge", "-pin")] = self.world.known("pin")
        return {str(name): written(value) for name, value in fields.items()}

    def _names(self, pattern: str) -> Iterator[str]:
        for view in addresses_by_name().get(pattern, ()):
            if view in self.forms:
                yield view


def written(value: Any) -> Any:
    """A value as a form sends it: text, or several of one name."""
    if isinstance(value, list | tuple):
        return [written(each) if isinstance(each, str) else json.dumps(each) for each in value]
    if isinstance(value, dict):
        return json.dumps(value)
    return "" if value is None else str(value)


def addresses_by_name() -> dict[str, list[str]]:
    """Which named addresses answer at a pattern."""
    from django.urls import URLPattern, URLResolver, get_resolver

    found: dict[str, list[str]] = {}

    def walk(patterns: Any, prefix: str) -> None:
        for each in patterns:
            here = prefix + str(each.pattern)
            if isinstance(each, URLResolver):
                walk(each.url_patterns, here)
            elif isinstance(each, URLPattern):
                found.setdefault(here, []).append(each.name or "")

    walk(get_resolver().url_patterns, "/")
    return found
