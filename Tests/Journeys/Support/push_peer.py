"""Independent receivers of Stillroom's notices: a browser, a push service and a webhook, from other libraries."""

import base64
import datetime
import json
import re
import time
from unittest import mock

import http_ece
import py_vapid
import standardwebhooks.webhooks
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec


def base64url(data):
    """Encode as base64url without padding, as browsers do."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Device:
    """A subscribed browser: `subscription(stub.url)` is what it sends to the server (PushSubscription.toJSON)."""

    def __init__(self, name="phone"):
        self.name = name
        self.private_key = ec.generate_private_key(ec.SECP256R1())
        self.auth = bytes(range(16))

    @property
    def public_key(self):
        return self.private_key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)

    def subscription(self, service):
        """Return the subscription. `service` is the stub's address, which must be allowed in the server's settings."""
        keys = {"p256dh": base64url(self.public_key), "auth": base64url(self.auth)}
        return {"endpoint": f"{service}/_push/{self.name}", "expirationTime": None, "keys": keys}

    def read(self, delivery):
        """Decrypt and return the notice in a delivery of the stub's record."""
        return json.loads(decrypt(delivery["body"], self.private_key, self.auth))


def decrypt(body_b64, private_key, auth):
    """Return the decrypted message without its padding."""
    return http_ece.decrypt(
        base64.b64decode(body_b64), private_key=private_key, auth_secret=auth, version="aes128gcm")


def verify_vapid(headers, audience, key=None, now=None):
    """Verify `Authorization: vapid …` for this audience and time, and return its claims; `key` is the server's key.

    `headers` have names in lower case, as in the stub's record. `now` is the server's time.
    """
    fields = re.fullmatch(r"vapid t=([\w.-]+), ?k=([\w-]+)", headers["authorization"], re.ASCII)
    assert fields, "this is no Authorization as RFC 8292 has it"
    token, shown = fields.groups()
    # py_vapid's parser of the header accepts it only without a space.
    assert py_vapid.Vapid02.verify(f"vapid t={token},k={shown}"), "the signature is not that of the key"
    assert key is None or from_base64url(shown) == from_base64url(key), "this is another key"
    kind, claims, _ = (part if index == 2 else json.loads(from_base64url(part))
                       for index, part in enumerate(token.split(".")))
    now = time.time() if now is None else now
    assert kind == {"typ": "JWT", "alg": "ES256"}, kind
    assert claims["aud"] == audience, claims
    assert now < claims["exp"] <= now + 86_400, claims
    assert claims["sub"].startswith(("mailto:", "https://")), claims
    return claims


def verify_webhook(headers, body, secret, now=None):
    """Return the event if the signature is correct and the time is within five minutes of `now`."""
    hook = standardwebhooks.webhooks.Webhook(secret)
    if now is None:
        return hook.verify(body, headers)
    # The server's time may be fixed in a journey; the library only uses the real time.
    with mock.patch.object(standardwebhooks.webhooks, "datetime", wraps=datetime.datetime) as clock:
        clock.now.side_effect = lambda tz=None: datetime.datetime.fromtimestamp(now, tz)
        return hook.verify(body, headers)
