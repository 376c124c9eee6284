import Accounts
import Crypto
import Foundation
package import Household

extension PasskeyServices {
    /// The checks of WebAuthn, level 2, with swift-crypto.
    package static let webAuthn = PasskeyServices(
        register: { registration, expectation throws(PasskeyFault) in
            try WebAuthn(expectation).register(registration)
        },
        verify: { assertion, publicKey, expectation throws(PasskeyFault) in
            try WebAuthn(expectation).verify(assertion, publicKey)
        },
        decoy: WebAuthn.decoy)
}

/// The checks of one answer of a browser (WebAuthn, sections 7.1 and 7.2).
///
/// Statements about the maker of the device ("attestation") are read and not trusted: any device of a person is accepted,
/// so the statement would decide nothing.
struct WebAuthn {
    /// What the browser says about the request.
    private struct ClientData: Decodable {
        let type: String
        let challenge: String
        let origin: String
        let crossOrigin: Bool?
        let topOrigin: String?
    }

    private static let clientDataLimit = 4 << 10

    let expectation: PasskeyExpectation

    init(_ expectation: PasskeyExpectation) { self.expectation = expectation }

    func register(_ registration: PasskeyRegistration) throws(PasskeyFault) -> VerifiedRegistration {
        let challenge = try challenge(registration.clientData, type: "webauthn.create")
        let data: AuthenticatorData
        do {
            guard case .map(let map) = try CBOR.value(registration.attestation),
                case .text(let format)? = map[.text("fmt")], case .map(let statement)? = map[.text("attStmt")],
                case .bytes(let bytes)? = map[.text("authData")], format != "none" || statement.isEmpty
            else { throw PasskeyFault.malformed }
            data = try AuthenticatorData(bytes)
        } catch { throw PasskeyFault.malformed }
        try check(data)
        guard let credential = data.credential else { throw .malformed }
        guard (try? COSEKey(credential.publicKey)) != nil else { throw .unusableKey }
        return VerifiedRegistration(
            credential: credential.id, publicKey: credential.publicKey, counter: data.counter,
            isBackedUp: data.isBackedUp, challenge: challenge)
    }

    func verify(_ assertion: PasskeyAssertion, _ publicKey: [UInt8]) throws(PasskeyFault) -> VerifiedAssertion {
        // First, so that the time is the same whatever is wrong.
        guard let key = try? COSEKey(publicKey) else { throw .unusableKey }
        let signed = assertion.authenticatorData + Array(SHA256.hash(data: assertion.clientData))
        let isValid = key.isValid(assertion.signature, for: signed)
        let challenge = try challenge(assertion.clientData, type: "webauthn.get")
        guard let data = try? AuthenticatorData(assertion.authenticatorData) else { throw .malformed }
        try check(data)
        guard isValid else { throw .wrongSignature }
        return VerifiedAssertion(counter: data.counter, isBackedUp: data.isBackedUp, challenge: challenge)
    }

    private func challenge(_ bytes: [UInt8], type: String) throws(PasskeyFault) -> [UInt8] {
        guard bytes.count <= Self.clientDataLimit,
            let data = try? JSONDecoder().decode(ClientData.self, from: Data(bytes))
        else { throw .malformed }
        guard data.type == type, data.crossOrigin != true, data.topOrigin == nil else { throw .wrongPurpose }
        guard let challenge = Base64URL.bytes(data.challenge), expectation.isOwn(challenge) else {
            throw .wrongChallenge
        }
        guard data.origin == expectation.site.origin else { throw .wrongOrigin }
        return challenge
    }

    private func check(_ data: AuthenticatorData) throws(PasskeyFault) {
        guard data.hostDigest == Array(SHA256.hash(data: Array(expectation.site.host.utf8))) else { throw .wrongHost }
        guard data.isUserPresent, data.isUserVerified else { throw .notVerified }
    }

    /// An ES256 key, made from the digest of a text, so that its private key is not known. The text is the first of
    /// its kind whose digest is the x coordinate of a point.
    static let decoy: [UInt8] = {
        for number in 0..<256 {
            let x = Array(SHA256.hash(data: Array("Stillroom: a key without a device \(number)".utf8)))
            guard let key = try? P256.Signing.PublicKey(compressedRepresentation: [2] + x) else { continue }
            let point = Array(key.x963Representation)
            return [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20] + point[1...32] + [0x22, 0x58, 0x20]
                + point[33...64]
        }
        return []
    }()
}
