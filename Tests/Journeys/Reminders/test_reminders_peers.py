"""Tests of the receivers themselves: they accept what other libraries produced, and nothing else."""

import base64
import datetime
import time

import http_ece
import push_peer
import py_vapid
import pytest
import standardwebhooks
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

# RFC 8291, section 5 and appendix A.
RECEIVER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
SERVICE = "https://push.example.net"


def test_the_browser_reads_the_example_of_the_rfc():
    key = ec.derive_private_key(int.from_bytes(push_peer.from_base64url(RECEIVER)), ec.SECP256R1())
    body = base64.b64encode(push_peer.from_base64url(SEALED)).decode()
    message = push_peer.decrypt(body, key, push_peer.from_base64url(AUTH))
    assert message == b"When I grow up, I want to be a watermelon"


def test_the_browser_cannot_read_a_message_for_another_browser():
    phone, tablet = push_peer.Device(), push_peer.Device("tablet")
    sealed = http_ece.encrypt(
        b'{"title": "Water the fern"}', private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=phone.public_key, auth_secret=phone.auth, version="aes128gcm")
    delivery = {"body": base64.b64encode(sealed).decode()}
    assert phone.read(delivery) == {"title": "Water the fern"}
    with pytest.raises((http_ece.ECEException, InvalidTag)):
        tablet.read(delivery)


def test_the_push_service_accepts_only_tokens_issued_for_it():
    vapid = py_vapid.Vapid02()
    vapid.generate_keys()
    claims = {"aud": SERVICE, "sub": "mailto:anna@stillroom.example", "exp": int(time.time()) + 3600}
    headers = {"authorization": vapid.sign(claims)["Authorization"]}
    assert push_peer.verify_vapid(headers, SERVICE) == claims
    with pytest.raises(AssertionError):
        push_peer.verify_vapid(headers, "https://other.example.net")
    with pytest.raises(AssertionError):
        push_peer.verify_vapid(headers, SERVICE, now=time.time() + 3601)
    with pytest.raises(AssertionError):
        push_peer.verify_vapid(headers, SERVICE, key=push_peer.base64url(push_peer.Device().public_key))
    token, key = headers["authorization"].split(",")
    forged = token[:-8] + ("A" * 8 if token[-8:] != "A" * 8 else "B" * 8)
    with pytest.raises(AssertionError):
        push_peer.verify_vapid({"authorization": f"{forged},{key}"}, SERVICE)


def test_the_webhook_accepts_only_messages_with_its_secret_and_a_recent_time():
    secret, body = b"32 bytes that only two of us know", '{"type":"reminder"}'
    moment = datetime.datetime.fromtimestamp(1_800_000_000, datetime.timezone.utc)
    signature = standardwebhooks.Webhook(secret).sign("m1", moment, body)
    headers = {"webhook-id": "m1", "webhook-timestamp": "1800000000", "webhook-signature": signature}
    assert push_peer.verify_webhook(headers, body.encode(), secret, now=1_800_000_100) == {"type": "reminder"}
    for wrong in ({"now": 1_800_000_301}, {"now": 1_799_999_699}, {"now": 1_800_000_000, "secret": b"another"},
                  {"now": 1_800_000_000, "body": b'{"type":"remainder"}'}):
        with pytest.raises(standardwebhooks.WebhookVerificationError):
            push_peer.verify_webhook(headers, **({"body": body.encode(), "secret": secret} | wrong))
