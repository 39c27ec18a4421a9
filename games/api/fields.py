"""Serializers that take JSON at its word: a number is not a string, and an unknown name is an error, not a spelling."""

import uuid
from typing import Any

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from rest_framework import serializers


class Shape(serializers.Serializer[Any]):
    """An object of the API. Names of several words have hyphens in JSON, as those of the rules do, and underscores in Python."""

    def get_fields(self) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        for name, field in super().get_fields().items():
            if "_" in name:
                field.source = name
            fields[name.replace("_", "-")] = field
        return fields


class StrictSerializer(Shape):
    """Refuses names it does not know."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            unknown = sorted(str(name) for name in set(data) - set(self.fields))
            if unknown:
                known = ", ".join(sorted(self.fields))
                raise serializers.ValidationError({_printable(name[:50]): [f"Unknown name. Known: {known}."] for name in unknown[:5]})
        return super().to_internal_value(data)


def _printable(text: str) -> str:
    """The text with half surrogate pairs written as escapes: JSON can name one, and no answer could hold it."""
    return text.encode("utf-8", "backslashreplace").decode()


class StrictInteger(serializers.IntegerField):
    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            raise serializers.ValidationError("This must be a whole number.")
        return super().to_internal_value(data)


class StrictBoolean(serializers.BooleanField):
    def to_internal_value(self, data: Any) -> bool:
        if type(data) is not bool:
            raise serializers.ValidationError("This must be true or false.")
        return data


class StrictString(serializers.CharField):
    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            raise serializers.ValidationError("This must be a string.")
        return super().to_internal_value(data)


class StrictUUID(serializers.UUIDField):
    def to_internal_value(self, data: Any) -> uuid.UUID:
        if not isinstance(data, str):
            raise serializers.ValidationError("This must be a UUID in quotes.")
        return super().to_internal_value(data)


class StrictChoice(serializers.ChoiceField):
    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            raise serializers.ValidationError("This must be a string.")
        return super().to_internal_value(data)


class Lines(Shape):
    """One list of the API: all have this form."""

    count = serializers.IntegerField(help_text="How many lines the list has in all.")
    next = serializers.IntegerField(allow_null=True, help_text="What to ask for as `page` or `after` for more; null at the end.")


class JSONObject(serializers.DictField):
    """An object whose names are judged elsewhere, by the form that `games.api.schemas` describes."""

    def __init__(self, form: str, **more: Any) -> None:
        super().__init__(**more)
        self.form = form

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict):
            raise serializers.ValidationError("This must be an object.")
        return data


class Described(serializers.JSONField):
    """Something of an answer whose form `games.api.schemas` describes."""

    def __init__(self, form: str, **more: Any) -> None:
        super().__init__(**more)
        self.form = form


def form(name: str) -> dict[str, str]:
    """A form of `games.api.schemas`, as OpenAPI refers to it."""
    return {"$ref": f"#/components/schemas/{name}"}


class FormExtension(OpenApiSerializerFieldExtension):
    """Both in the words of OpenAPI."""

    target_class = "games.api.fields.Described"
    match_subclasses = False

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> dict[str, str]:
        return form(self.target.form)


class ObjectExtension(FormExtension):
    target_class = "games.api.fields.JSONObject"
