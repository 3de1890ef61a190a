"""What the OpenAPI document says about every call: problems and headers."""

import inspect
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, get_type_hints

from django.utils import translation
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.renderers import OpenApiJsonRenderer
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from pydantic import TypeAdapter
from rest_framework import serializers

from foundation.inputs import Signed
from foundation.reads import BYTES, TEXT


class ProblemSerializer(serializers.Serializer[Any]):
    """Why a call was not carried out: a stable code, a sentence, the rule; details may follow."""

    code = serializers.CharField()
    message = serializers.CharField()
    rule = serializers.CharField(allow_blank=True)


PROBLEMS: Mapping[int, str] = {
    400: "The request is not as it should be; `fields` says where.",
    401: "Nobody is signed in.",
    403: "This person's role may not do this.",
    404: "There is no such thing here.",
    409: "The step is refused now; `rule` names the paragraph.",
    412: "Changed since the version in If-Match; a round's `sheet` is how it is now.",
    415: "Only application/json is read.",
    422: "The Idempotency-Key was used for something else.",
    423: "Locked out after wrong PINs.",
    428: "If-Match is missing.",
    429: "Too many calls; see Retry-After.",
    503: "The record is out of reach for a moment; nothing was saved.",
}
READING = (412, 415, 422, 423, 428)

IDEMPOTENCY = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.UUID,
    OpenApiParameter.HEADER,
    required=True,
    description="A UUID made by the client; the same again gives the first answer.",
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    required=True,
    description='The version that the client saw, in quotes: "7".',
    pattern=r'^"[0-9]{1,9}"$',
)


def problems(*without: int) -> dict[int, OpenApiResponse]:
    return {
        status: OpenApiResponse(ProblemSerializer, description=text)
        for status, text in PROBLEMS.items()
        if status not in without
    }


class DeclaredSchema(AutoSchema):
    """What the OpenAPI document says of a command or a read, all of it from its declaration."""

    @property
    def declared(self) -> Any:
        """The command where something is done, the read where something is read."""
        view: Any = self.view
        return view.command if self.method == "POST" else view.read

    def get_operation_id(self) -> str:
        return str(self.declared.name)

    def get_summary(self) -> str | None:
        said = str(self.declared.says)
        return said if self.method == "POST" else said.partition("\n")[0].rstrip(".")

    def get_description(self) -> Any:  # type: ignore[override]  # as upstream does
        if self.method != "POST":
            return inspect.cleandoc(self.declared.says).partition("\n")[2].strip()
        return str(self.declared.__doc__ or "").strip()

    def get_tags(self) -> list[str]:
        return [self.declared.app]

    def get_override_parameters(self) -> Any:
        if self.method != "POST":
            return list(self._filters())
        return [IDEMPOTENCY, *([IF_MATCH] if self.declared.versioned else [])]

    def _filters(self) -> Iterator[OpenApiParameter]:
        """What the query string may say: the fields of a read's input that the address does not."""
        described = self._described(self.declared.asks)
        for name, field in described["properties"].items():
            if name in self.path_regex_names():
                continue
            kinds = [kind for kind in field.pop("anyOf", ()) if kind != {"type": "null"}]
            shape = {key: value for key, value in field.items() if key not in ("title", "default")}
            yield OpenApiParameter(
                name,
                shape | (kinds[0] if len(kinds) == 1 else {"anyOf": kinds} if kinds else {}),
                OpenApiParameter.QUERY,
                required=name in described.get("required", ()),
                description=shape.pop("description", ""),
            )

    def get_request_serializer(self) -> Any:
        """The input without what the address says, and the signatures it wants."""
        if self.method != "POST":
            return None
        command = self.declared
        described = self._described(command.input)
        for name in self.path_regex_names():
            described["properties"].pop(name, None)
        described["required"] = [
            name for name in described.get("required", ()) if name in described["properties"]
        ]
        if command.signs:
            signed = self._described(Signed)
            described["properties"]["signatures"] = {
                "type": "object",
                "properties": {
                    place.name: {**signed, "description": str(place.label)}
                    for place in command.signs
                },
                "required": [place.name for place in command.signs if place.required],
                "additionalProperties": False,
            }
            described["required"].append("signatures")
        if not described["required"]:
            del described["required"]
        return {"application/json": described}

    def get_response_serializers(self) -> Any:
        if self.method != "POST":
            return self._read_answers()
        command = self.declared
        shape: Any = get_type_hints(command.answer).get("return", dict) if command.answer else dict
        without = () if command.versioned else (412, 428)
        answer = OpenApiResponse(self._described(shape, mode="serialization"))
        return {200: answer, **problems(*without)}

    def _read_answers(self) -> dict[Any, Any]:
        read = self.declared
        if read.media_type == TEXT:
            return {(200, TEXT): OpenApiTypes.STR, **problems(*READING)}
        if read.media_type == BYTES:
            return {(200, BYTES): OpenApiTypes.BINARY, **problems(*READING)}
        shape = get_type_hints(read.answer)["return"]
        answer = OpenApiResponse(self._described(shape, mode="serialization"))
        return {200: answer, **problems(*READING)}

    def path_regex_names(self) -> list[str]:
        return [part[1:-1] for part in self.path.split("/") if part.startswith("{")]

    def _described(self, shape: Any, mode: Any = "validation") -> dict[str, Any]:
        """A type as JSON Schema; what it is made of becomes components of the document."""
        app = self.declared.app.title()
        template = f"#/components/schemas/{app}{{model}}"
        schema = TypeAdapter(shape).json_schema(ref_template=template, mode=mode)
        for name, part in schema.pop("$defs", {}).items():
            self.registry.register_on_missing(
                ResolvedComponent(  # type: ignore[no-untyped-call]  # upstream has no types
                    name=app + name,
                    type=ResolvedComponent.SCHEMA,
                    object=app + name,
                    schema=part,
                )
            )
        return schema


@cache
def written_document(language: str) -> bytes:
    """The whole document as JSON; what is declared stays the same while a process runs."""
    with translation.override(language):
        document = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
        written: bytes = OpenApiJsonRenderer().render(document)
    return written


class ServiceTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How smart tables and imports show who they are."""

    target_class = "staff.authentication.ServiceTokenAuthentication"
    name = "serviceToken"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token …`, as made on the page of service accounts.",
        }
