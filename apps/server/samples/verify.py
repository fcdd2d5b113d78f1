"""Verifies what the service sends, with Python's own library (Python 3.8 or newer). It stands beside sign.py."""
import base64
import hashlib
import hmac
import json
import sys
import time

from sign import sign

# How old a request may be, in seconds.
MOST_SECONDS = 300


def is_right(right, signature, timestamp):
    recent = abs(time.time() - int(timestamp)) <= MOST_SECONDS
    return recent and any(hmac.compare_digest(each.encode(), right.encode()) for each in signature.split(" "))


def verify_notice(secret, signature, target, timestamp, nonce, body):
    """A notice or a postback of our own JSON. `signature` is x-signature, `target` the path and query of your address, `body` the bytes as they came."""
    return is_right(sign(secret, "POST", target, timestamp, nonce, body), signature, timestamp)


def verify_webhook(secret, signature, id, timestamp, body):
    """A webhook. `id`, `timestamp` and `signature` are the headers webhook-id, webhook-timestamp and webhook-signature."""
    key = base64.b64decode(secret[len("whsec_"):])
    text = f"{id}.{timestamp}.".encode() + body
    right = "v1," + base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
    return is_right(right, signature, timestamp)


# Started as a program: one JSON request per line of standard input, `true` or `false` per line of output.
if __name__ == "__main__":
    for line in sys.stdin.buffer:
        request = json.loads(line)
        request["body"] = request["body"].encode()
        verify = verify_webhook if "id" in request else verify_notice
        print("true" if verify(**request) else "false")
