"""An authenticator without a phone: it makes keys and signs, as the standard of passkeys says."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import (
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
)

PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40


class SoftKey:
    """One key. `count` is told with every signature; phones that share keys always say 0."""

    def __init__(self, origin: str = "http://localhost", count: int = 0) -> None:
        self.origin, self.count, self.flags = origin, count, PRESENT | VERIFIED
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(16)

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        asked = options["publicKey"]
        public = ES256.from_cryptography_key(self.private.public_key())
        data = AuthenticatorData.create(
            hashlib.sha256(asked["rp"]["id"].encode()).digest(),
            self.flags | WITH_KEY,
            self.count,
            AttestedCredentialData.create(bytes(16), self.id, public),
        )
        made = AttestationObject.create("none", data, {})
        return self._answer(
            {
                "clientDataJSON": self._client("webauthn.create", asked),
                "attestationObject": bytes(made),
            }
        )

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        asked = options["publicKey"]
        site = hashlib.sha256(asked["rpId"].encode()).digest()
        data = AuthenticatorData.create(site, self.flags, self.count)
        client = self._client("webauthn.get", asked)
        signed = data + hashlib.sha256(client).digest()
        signature = self.private.sign(signed, ec.ECDSA(hashes.SHA256()))
        return self._answer(
            {"clientDataJSON": client, "authenticatorData": bytes(data), "signature": signature}
        )

    def _client(self, kind: str, asked: dict[str, Any]) -> bytes:
        told = {"type": kind, "challenge": asked["challenge"], "origin": self.origin}
        return json.dumps(told).encode()

    def _answer(self, response: dict[str, bytes]) -> dict[str, Any]:
        own = websafe_encode(self.id)
        told = {name: websafe_encode(value) for name, value in response.items()}
        return {"id": own, "rawId": own, "type": "public-key", "response": told}
