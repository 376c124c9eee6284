"""Make cases.json: requests of our own, signed by botocore, against which SignatureV4 is tested.

    python3 -m venv venv && venv/bin/pip install botocore==1.44.8
    venv/bin/python Tests/Fixtures/SignatureV4/make_cases.py > Tests/Fixtures/SignatureV4/cases.json
"""

import datetime
import hashlib
import json
import random
import unittest.mock
import urllib.parse

import botocore.auth
import botocore.awsrequest
import botocore.credentials

WORDS = ["ab/cd/rose.original", "a b", "ä", "x+y", "tilde~", "1", "", "=", "&", "/", "*", "%41", "~.-_", "日本", "a  b"]


def encoded(text, safe=""):
    return urllib.parse.quote(text, safe=safe + "-._~")


def case(choose):
    method = choose.choice(["GET", "PUT", "DELETE", "HEAD", "POST"])
    host = choose.choice(["s3.example.net", "127.0.0.1:9000", "bucket.s3.eu-central-1.amazonaws.com"])
    path = "/" + encoded("/".join(choose.sample(WORDS[:5], choose.randint(1, 3))), "/")
    query = "&".join(
        encoded(name) + choose.choice(["=" + encoded(choose.choice(WORDS)), "=", ""])
        for name in choose.sample(["list-type", "prefix", "max-keys", "acl", "ä", "Prefix", "a-b", "a"], choose.randint(0, 4)))
    fields = {
        "Content-Type": choose.choice(["image/jpeg", "application/octet-stream", "text/plain;  charset=utf-8"]),
        "If-None-Match": "*", "X-Amz-Meta-SHA256": "0" * 64, "Range": "bytes=0-9", "x-amz-acl": "  private  "}
    headers = {name: fields[name] for name in choose.sample(sorted(fields), choose.randint(0, 4))}
    body = choose.choice([b"", b"Welcome", bytes(range(256))])
    moment = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc) + datetime.timedelta(
        seconds=choose.randint(0, 10**8))
    region = choose.choice(["us-east-1", "eu-central-1", "garage"])
    key, secret = "AKIDEXAMPLE", choose.choice(["secret", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"])
    target = path + ("?" + query if query else "")
    request = botocore.awsrequest.AWSRequest(
        method=method, url=f"http://{host}{target}", headers=headers, data=body)
    request.context["payload_signing_enabled"] = True
    with unittest.mock.patch("botocore.auth.get_current_datetime", return_value=moment.replace(tzinfo=None)):
        botocore.auth.S3SigV4Auth(botocore.credentials.Credentials(key, secret), "s3", region).add_auth(request)
    return {
        "method": method, "host": host, "target": target, "fields": headers,
        "hash": hashlib.sha256(body).hexdigest(), "time": moment.strftime("%Y-%m-%dT%H:%M:%SZ"), "region": region,
        "keyID": key, "secret": secret, "authorization": request.headers["Authorization"]}


choose = random.Random(4)
print(json.dumps([case(choose) for _ in range(60)], indent=1, ensure_ascii=False))
