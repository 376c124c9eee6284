"""Makes answers.json: answers of browsers about passkeys, right ones and wrong ones, with keys of three kinds.

The keys and challenges are made anew by each run, so the file changes. Every answer is also given to an independent
verifier, and the program stops if that decides otherwise, except for the reasons in OURS.

    python -m pip install webauthn==3.0.1 fido2==0.9.3
    python Tests/Fixtures/Passkeys/make_passkeys.py
"""

import base64
import hashlib
import json
import os
import pathlib
import struct

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from fido2 import cbor
from webauthn import verify_authentication_response, verify_registration_response

HOST, ORIGIN = "stillroom.test", "https://stillroom.test:8443"
UP, UV, BE, BS, AT, ED = 1, 4, 8, 16, 64, 128
# What we refuse and the other verifier accepts: it looks at a key when the key is used, and our rules are stricter.
OURS = {
    "wrong-purpose-frame", "malformed-backup", "malformed-after", "unusable-key-not-on-curve", "unusable-key-short",
    "unusable-key-small-point", "unusable-key-other-kind", "unusable-key-exponent"}


def text(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Device:
    """An authenticator with one key."""

    def __init__(self, kind):
        self.kind = kind
        self.credential = os.urandom(32)
        if kind == "ES256":
            self.key = ec.generate_private_key(ec.SECP256R1())
            numbers = self.key.public_key().public_numbers()
            self.cose = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        elif kind == "EdDSA":
            self.key = ed25519.Ed25519PrivateKey.generate()
            self.cose = {1: 1, 3: -8, -1: 6, -2: self.key.public_key().public_bytes_raw()}
        else:
            self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
            numbers = self.key.public_key().public_numbers()
            self.cose = {1: 3, 3: -257, -1: numbers.n.to_bytes(256), -2: b"\x01\x00\x01"}

    def sign(self, data):
        if self.kind == "ES256":
            return self.key.sign(data, ec.ECDSA(hashes.SHA256()))
        if self.kind == "EdDSA":
            return self.key.sign(data)
        return self.key.sign(data, padding.PKCS1v15(), hashes.SHA256())

    def data(self, flags, counter, host=HOST, extensions=b"", after=b""):
        made = b""
        if flags & AT:
            made = bytes(16) + struct.pack(">H", len(self.credential)) + self.credential + cbor.encode(self.cose)
        start = hashlib.sha256(host.encode()).digest() + bytes([flags]) + struct.pack(">I", counter)
        return start + made + extensions + after


def client(kind, challenge, origin=ORIGIN, **more):
    return json.dumps({"type": kind, "challenge": text(challenge), "origin": origin, "crossOrigin": False} | more).encode()


def registration(name, fault=None, device=None, kind="ES256", flags=UP | UV | AT, type="webauthn.create", origin=ORIGIN,
                 given=None, more=None, form="none", statement=None, **data):
    device = device or Device(kind)
    challenge = os.urandom(32)
    sent = client(type, challenge, origin, **(more or {}))
    stated = device.data(flags, 0, **data)
    if form == "packed":
        statement = {"alg": device.cose[3], "sig": device.sign(stated + hashlib.sha256(sent).digest())}
    attestation = cbor.encode({"fmt": form, "attStmt": statement or {}, "authData": stated})
    expected = given or challenge
    accepted = True
    try:
        verify_registration_response(
            credential={
                "id": text(device.credential), "rawId": text(device.credential), "type": "public-key",
                "response": {"clientDataJSON": text(sent), "attestationObject": text(attestation)}},
            expected_challenge=expected, expected_rp_id=HOST, expected_origin=ORIGIN, require_user_verification=True)
    except Exception:  # noqa: BLE001 any refusal counts
        accepted = False
    assert accepted == (fault is None) or name in OURS, (name, accepted)
    return {
        "name": name, "fault": fault, "challenge": text(expected), "credential": text(device.credential),
        "clientData": text(sent), "attestation": text(attestation)}


def assertion(name, fault=None, kind="ES256", flags=UP | UV, type="webauthn.get", origin=ORIGIN, given=None, more=None,
              other=None, counter=7, **data):
    device = Device(kind)
    challenge = os.urandom(32)
    sent = client(type, challenge, origin, **(more or {}))
    stated = device.data(flags, counter, **data)
    signature = (other or device).sign(stated + hashlib.sha256(sent).digest())
    expected = given or challenge
    accepted = True
    try:
        verify_authentication_response(
            credential={
                "id": text(device.credential), "rawId": text(device.credential), "type": "public-key",
                "response": {
                    "clientDataJSON": text(sent), "authenticatorData": text(stated), "signature": text(signature)}},
            expected_challenge=expected, expected_rp_id=HOST, expected_origin=ORIGIN, require_user_verification=True,
            credential_public_key=cbor.encode(device.cose), credential_current_sign_count=0)
    except Exception:  # noqa: BLE001 any refusal counts
        accepted = False
    assert accepted == (fault is None) or name in OURS, (name, accepted)
    return {
        "name": name, "fault": fault, "challenge": text(expected), "credential": text(device.credential),
        "publicKey": text(cbor.encode(device.cose)), "clientData": text(sent), "authenticatorData": text(stated),
        "signature": text(signature), "counter": counter}


off = Device("ES256")
off.cose[-3] = bytes(31) + b"\x01"
short = Device("ES256")
short.cose[-2] = short.cose[-2][:31]
small = Device("EdDSA")
small.cose[-2] = b"\x01" + bytes(31)
exotic = Device("ES256")
exotic.cose[3] = -36
weak = Device("RS256")
weak.cose[-2] = b"\x03"

answers = {
    "host": HOST, "origin": ORIGIN,
    "registrations": [
        registration("ES256"), registration("EdDSA", kind="EdDSA"), registration("RS256", kind="RS256"),
        registration("packed-self", form="packed"),
        registration("backed-up", flags=UP | UV | AT | BE | BS),
        registration("extensions", flags=UP | UV | AT | ED, extensions=cbor.encode({"credProtect": 2})),
        registration("wrong-purpose-type", "wrongPurpose", type="webauthn.get"),
        registration("wrong-purpose-frame", "wrongPurpose", more={"crossOrigin": True}),
        registration("wrong-challenge", "wrongChallenge", given=os.urandom(32)),
        registration("wrong-origin-port", "wrongOrigin", origin="https://stillroom.test"),
        registration("wrong-origin-scheme", "wrongOrigin", origin="http://stillroom.test:8443"),
        registration("wrong-origin-host", "wrongOrigin", origin="https://stillroom.test.evil.test:8443"),
        registration("wrong-host", "wrongHost", host="evil.test"),
        registration("not-present", "notVerified", flags=UV | AT),
        registration("not-verified", "notVerified", flags=UP | AT),
        registration("malformed-backup", "malformed", flags=UP | UV | AT | BS),
        registration("malformed-no-credential", "malformed", flags=UP | UV),
        registration("malformed-after", "malformed", after=b"\x00"),
        registration("malformed-none-statement", "malformed", statement={"alg": -7}),
        registration("unusable-key-not-on-curve", "unusableKey", device=off),
        registration("unusable-key-short", "unusableKey", device=short),
        registration("unusable-key-small-point", "unusableKey", device=small),
        registration("unusable-key-other-kind", "unusableKey", device=exotic),
        registration("unusable-key-exponent", "unusableKey", device=weak),
    ],
    "assertions": [
        assertion("ES256"), assertion("EdDSA", kind="EdDSA"), assertion("RS256", kind="RS256"),
        assertion("backed-up", flags=UP | UV | BE | BS),
        assertion("extensions", flags=UP | UV | ED, extensions=cbor.encode({"x": True})),
        assertion("wrong-purpose-type", "wrongPurpose", type="webauthn.create"),
        assertion("wrong-purpose-frame", "wrongPurpose", more={"crossOrigin": True}),
        assertion("wrong-challenge", "wrongChallenge", given=os.urandom(32)),
        assertion("wrong-origin", "wrongOrigin", origin="https://evil.test"),
        assertion("wrong-host", "wrongHost", host="evil.test"),
        assertion("not-present", "notVerified", flags=UV),
        assertion("not-verified", "notVerified", flags=UP),
        assertion("malformed-after", "malformed", after=b"\x00"),
        assertion("wrong-signature-ES256", "wrongSignature", other=Device("ES256")),
        assertion("wrong-signature-EdDSA", "wrongSignature", kind="EdDSA", other=Device("EdDSA")),
        assertion("wrong-signature-RS256", "wrongSignature", kind="RS256", other=Device("RS256")),
        assertion("wrong-signature-kind", "wrongSignature", other=Device("EdDSA")),
    ],
}
path = pathlib.Path(__file__).with_name("answers.json")
path.write_text(json.dumps(answers, indent=1) + "\n")
print(f"{len(answers['registrations'])} registrations, {len(answers['assertions'])} assertions")
