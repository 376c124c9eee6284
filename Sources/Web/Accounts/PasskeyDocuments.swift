import Foundation
import Household

/// What a browser needs to make a passkey, in the words of WebAuthn. Bytes are base 64 for URLs.
struct PasskeyCreationDocument: Encodable {
    struct Party: Encodable {
        let id: String
        let name: String
    }

    struct Person: Encodable {
        let id: String
        let name: String
        let displayName: String
    }

    let challenge: String
    let rp: Party
    let user: Person
    /// COSE numbers: EdDSA, ES256, RS256.
    let algorithms = [-8, -7, -257]
    let known: [KnownPasskeyDocument]
    let timeout = 300_000

    init(_ creation: PasskeyCreation) {
        challenge = Base64URL.text(creation.challenge)
        rp = Party(id: creation.host, name: "Stillroom")
        user = Person(
            id: Base64URL.text(creation.userHandle), name: creation.userName, displayName: creation.userName)
        known = creation.known.map(KnownPasskeyDocument.init)
    }
}

/// What a browser needs to use a passkey.
struct PasskeyRequestDocument: Encodable {
    let challenge: String
    let rpId: String
    let known: [KnownPasskeyDocument]
    let timeout = 300_000

    init(_ request: PasskeyRequest) {
        challenge = Base64URL.text(request.challenge)
        rpId = request.host
        known = request.known.map(KnownPasskeyDocument.init)
    }
}

/// A passkey that a browser may have.
struct KnownPasskeyDocument: Encodable {
    let id: String
    let transports: [String]

    init(_ known: KnownPasskey) {
        id = known.credential
        transports = known.transports
    }
}

/// What the script sends after it made a passkey.
struct NewPasskeyDocument: Decodable {
    let name: String?
    let clientData: PasskeyBytes
    let attestation: PasskeyBytes
    let transports: [String]?

    var registration: PasskeyRegistration {
        PasskeyRegistration(
            clientData: clientData.bytes, attestation: attestation.bytes, transports: transports ?? [])
    }
}

/// What the script sends after it used a passkey.
struct UsedPasskeyDocument: Decodable {
    let id: PasskeyBytes
    let clientData: PasskeyBytes
    let authenticatorData: PasskeyBytes
    let signature: PasskeyBytes
    let userHandle: PasskeyBytes?
    /// The page to which the person returns.
    let `return`: String?

    var assertion: PasskeyAssertion {
        PasskeyAssertion(
            credential: id.bytes, clientData: clientData.bytes, authenticatorData: authenticatorData.bytes,
            signature: signature.bytes, userHandle: userHandle?.bytes ?? [])
    }
}

/// Bytes as base 64 for URLs.
struct PasskeyBytes: Decodable {
    let bytes: [UInt8]

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let bytes = Base64URL.bytes(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is not base 64.")
        }
        self.bytes = bytes
    }
}

/// The page to show after an answer of the device was accepted.
struct PasskeyDone: Encodable {
    let location: String
}
