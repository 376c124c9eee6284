"""The OpenAPI document: valid, and true for random requests."""

import json
import os
import pathlib
import subprocess
import sys

import pytest
from conftest import FLOWER
from openapi_spec_validator import OpenAPIV31SpecValidator

BIN = pathlib.Path(sys.executable).parent
# Nothing listens there, so no service is asked.
NO_SERVICE = "http://127.0.0.1:9"
SETTINGS = {
    "STILLROOM_OPENFOODFACTS_BASE_URL": NO_SERVICE, "STILLROOM_ROBOTOFF_BASE_URL": NO_SERVICE,
    "STILLROOM_PLANTNET_BASE_URL": NO_SERVICE, "STILLROOM_TREFLE_BASE_URL": NO_SERVICE,
}
CHECKS = [
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
    "response_schema_conformance", "unsupported_method", "allow_header_conformance",
]
slow = pytest.mark.skipif("SLOW" not in os.environ, reason="the boundary values find as much; SLOW=1 adds random ones")


def test_the_document_is_valid_openapi(server):
    document = server.ask("GET", "/openapi.json").json
    assert document["openapi"] == "3.1.0" and len(document["paths"]) > 80
    faults = [error.message for error in OpenAPIV31SpecValidator(document).iter_errors()]
    assert faults == []


@pytest.mark.long
@pytest.mark.parametrize("phase", ["coverage", pytest.param("fuzzing", marks=slow)])
def test_random_requests_get_the_answers_that_the_document_describes(serve, tmp_path, phase):
    server = serve(**SETTINGS)
    server.plant("Monty", FLOWER.read_bytes())
    done = subprocess.run(
        [
            BIN / "schemathesis", "--no-color", "run", server.url + "/openapi.json", "--checks", ",".join(CHECKS),
            "--phases", phase, "--seed", "1", "--max-examples", "6", "--no-shrink", "--continue-on-failure",
            "--suppress-health-check", "all", "--request-timeout", "30", "--warnings", "off", "--exclude-method", "HEAD",
            # Random settings would change the answers to all other requests.
            "--exclude-path-regex", "^/api/settings$",
        ],
        capture_output=True, text=True, timeout=600, cwd=tmp_path,
        env={**os.environ, "SCHEMATHESIS_HOOKS": "", "NO_COLOR": "1"})
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert json.loads(server.ask("GET", "/api/state").body)["online"] in (True, False)
