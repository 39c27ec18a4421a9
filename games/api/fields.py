"""Serializer base classes that reject wrong JSON types (a number is not a string) and unknown names."""

import uuid

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from rest_framework import serializers

from games.shapes import Json, JsonValue, PassedOn, Untyped

Fields = dict[str, serializers.Field[Untyped, Untyped, Untyped, Untyped]]


class Shape(serializers.Serializer[Untyped]):
    """An object of the API.

    Names of several words have hyphens in JSON, as those of the rules do, and underscores in Python.
    """

    def get_fields(self) -> Fields:
        fields: Fields = {}
        for name, field in super().get_fields().items():
            if "_" in name:
                field.source = name
            fields[name.replace("_", "-")] = field
        return fields


class StrictSerializer(Shape):
    """A serializer that rejects unknown names."""

    def to_internal_value(self, data: object) -> JsonValue:
        if isinstance(data, dict):
            unknown = sorted(str(name) for name in set(data) - set(self.fields))
            if unknown:
                known = ", ".join(sorted(self.fields))
                raise serializers.ValidationError(
                    {_printable(name[:50]): [f"Unknown name. Known: {known}."] for name in unknown[:5]}
                )
        return super().to_internal_value(data)


def _printable(text: str) -> str:
    """The text with lone surrogates written as escapes: JSON can contain them, UTF-8 answers cannot."""
    return text.encode("utf-8", "backslashreplace").decode()


class StrictInteger(serializers.IntegerField):
    def to_internal_value(self, data: object) -> int:
        if type(data) is not int:
            raise serializers.ValidationError("This must be a whole number.")
        return super().to_internal_value(data)


class StrictBoolean(serializers.BooleanField):
    def to_internal_value(self, data: object) -> bool:
        if type(data) is not bool:
            raise serializers.ValidationError("This must be true or false.")
        return data


class StrictString(serializers.CharField):
    def to_internal_value(self, data: object) -> str:
        if not isinstance(data, str):
            raise serializers.ValidationError("This must be a string.")
        return super().to_internal_value(data)


class StrictUUID(serializers.UUIDField):
    def to_internal_value(self, data: object) -> uuid.UUID:
        if not isinstance(data, str):
            raise serializers.ValidationError("This must be a UUID in quotes.")
        return super().to_internal_value(data)


class StrictChoice(serializers.ChoiceField):
    def to_internal_value(self, data: object) -> JsonValue:
        if not isinstance(data, str):
            raise serializers.ValidationError("This must be a string.")
        return super().to_internal_value(data)


class Lines(Shape):
    """The form of every list of the API."""

    count = serializers.IntegerField(help_text="How many lines the list has in all.")
    next = serializers.IntegerField(
        allow_null=True, help_text="What to ask for as `page` or `after` for more; null at the end."
    )


class JSONObject(serializers.DictField):
    """A JSON object that the rules validate; `games.api.schemas` describes its form."""

    def __init__(self, form: str, **more: PassedOn) -> None:
        super().__init__(**more)
        self.form = form

    def to_internal_value(self, data: object) -> Json:
        if not isinstance(data, dict):
            raise serializers.ValidationError("This must be an object.")
        return data


class Described(serializers.JSONField):
    """A part of an answer whose form is a schema in `games.api.schemas`."""

    def __init__(self, form: str, **more: PassedOn) -> None:
        super().__init__(**more)
        self.form = form


def form(name: str) -> dict[str, str]:
    """Returns the OpenAPI reference to a schema of `games.api.schemas`."""
    return {"$ref": f"#/components/schemas/{name}"}


class FormExtension(OpenApiSerializerFieldExtension):
    """The OpenAPI extension for JSONObject and Described."""

    target_class = "games.api.fields.Described"
    match_subclasses = False

    def map_serializer_field(self, auto_schema: object, direction: object) -> dict[str, str]:
        return form(self.target.form)


class ObjectExtension(FormExtension):
    target_class = "games.api.fields.JSONObject"
