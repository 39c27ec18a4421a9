"""What drf-spectacular cannot know of the API, added to its description."""

from typing import Any

PROBLEM = "application/problem+json"


def tell_the_whole_truth(result: Any, generator: Any, request: Any, public: bool) -> Any:
    """Errors are problem documents, and bodies hold no names but those described."""
    for methods in result["paths"].values():
        for operation in methods.values():
            for status, response in operation.get("responses", {}).items():
                content = response.get("content", {})
                if status[0] in "45" and "application/json" in content:
                    content[PROBLEM] = content.pop("application/json")
            for body in operation.get("requestBody", {}).get("content", {}).values():
                _close(result, body["schema"])
    return result


def _close(result: Any, schema: Any) -> None:
    name = schema.get("$ref", "").rpartition("/")[2]
    component = result["components"]["schemas"].get(name, schema)
    if component.get("type") == "object":
        component.setdefault("additionalProperties", False)
