"""Checks the answers of the API against its own description, /openapi.json."""

import functools
import json
import re
import urllib.request

import jsonschema_rs


class Description:
    """The document of a server. An answer must have the fields that it describes, and no others."""

    def __init__(self, url):
        with urllib.request.urlopen(url + "/openapi.json", timeout=30) as answer:
            self.document = json.load(answer)
        self.routes = [
            (re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), path, path.count("{")) for path in self.document["paths"]
        ]
        self.schemas = closed(self.document["components"]["schemas"])

    def check(self, method, path, answer):
        """Fail unless the answer to the request is described. A path outside the API is not looked at."""
        found = [one for one in self.routes if one[0].fullmatch(path.partition("?")[0])]
        if not found:
            return
        name = min(found, key=lambda one: one[2])[1]
        operation = self.document["paths"][name].get(method.lower())
        if operation is None or method == "HEAD":
            return
        responses = operation["responses"]
        described = responses.get(str(answer.status)) or responses.get(f"{answer.status // 100}XX")
        assert described, f"{method} {name}: the status {answer.status} is not described"
        if "$ref" in described:
            described = self.document["components"]["responses"][described["$ref"].rpartition("/")[2]]
        kind = (answer.headers["Content-Type"] or "").partition(";")[0]
        if not answer.body and not described.get("content"):
            return
        assert kind in described["content"], f"{method} {name}: {answer.status} with {kind} is not described"
        schema = described["content"][kind]["schema"]
        if kind.endswith("json") and schema:
            faults = [
                f"{error.message} at {list(error.instance_path)}"
                for error in self.validator(json.dumps(schema)).iter_errors(answer.json)
            ]
            assert not faults, f"{method} {name}: {faults}"

    @functools.cache
    def validator(self, schema):
        return jsonschema_rs.Draft202012Validator(
            closed(json.loads(schema)) | {"components": {"schemas": self.schemas}}, validate_formats=True)


def closed(schema):
    """Return the schema with objects that have no other fields than those that are named."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    result = {name: closed(part) for name, part in schema.items()}
    if isinstance(schema.get("properties"), dict) and schema.get("type") == "object":
        result.setdefault("additionalProperties", False)
    return result


@functools.cache
def description(program):
    """The description of a program, read once from its first server."""
    return {}


def check(program, url, method, path, answer):
    known = description(program)
    if "document" not in known:
        known["document"] = Description(url)
    known["document"].check(method, path, answer)
