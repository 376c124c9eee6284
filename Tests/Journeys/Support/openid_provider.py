"""A sign-in service for journeys: oidc-provider-mock from PyPI on a port of this machine.

It is a real provider (authlib), with two additions: PKCE is demanded and checked, and the statement has the time of the
sign-in. `POST /_test` with {"age": seconds} lets the next sign-ins look that old; nil leaves the time out.

    python openid_provider.py PORT
"""

import sys
import time

import flask
import oidc_provider_mock
from authlib.oauth2.rfc7636 import CodeChallenge
from oidc_provider_mock import _app as provider
from oidc_provider_mock import _storage as storage

challenges = {}
state = {"age": 0, "requests": []}


class Challenge(CodeChallenge):
    """Compares the verifier of a code with the challenge of its request."""

    def get_authorization_code_challenge(self, authorization_code):
        return challenges.get(authorization_code.code)

    def get_authorization_code_challenge_method(self, authorization_code):
        return "S256"


class StrictOpenIDCode(provider.OpenIDCode):
    def __call__(self, grant):
        super().__call__(grant)
        Challenge(required=True)(grant)


save = provider.AuthorizationCodeGrant.save_authorization_code


def save_with_challenge(self, code, request):
    challenges[code] = flask.request.args["code_challenge"]
    assert flask.request.args["code_challenge_method"] == "S256"
    save(self, code, request)


def auth_time(self):
    return None if state["age"] is None else int(time.time()) - state["age"]


provider.OpenIDCode = StrictOpenIDCode
provider.AuthorizationCodeGrant.save_authorization_code = save_with_challenge
storage.AuthorizationCode.get_auth_time = auth_time


def main():
    app = oidc_provider_mock.app(require_nonce=True)

    @app.route("/_test", methods=["GET", "POST"])
    def test():
        if flask.request.method == "POST":
            state.update(flask.request.get_json())
        return flask.jsonify(state)

    @app.before_request
    def remember():
        if flask.request.path == "/oauth2/authorize" and flask.request.method == "GET":
            state["requests"].append(flask.request.args.to_dict())

    app.debug = False
    app.run("127.0.0.1", int(sys.argv[1]), threaded=True, use_reloader=False)


if __name__ == "__main__":
    import os

    # The provider refuses http otherwise; it is on this machine.
    os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
    main()
