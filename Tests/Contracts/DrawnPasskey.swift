import Accounts
import Foundation
package import Household

extension PasskeyServices {
    /// Without cryptography: a signature is the public key and the client data, one after the other. The answers are made
    /// by `DrawnPasskey`.
    package static let drawn = PasskeyServices(
        register: { registration, expectation throws(PasskeyFault) in
            let challenge = try DrawnPasskey.challenge(registration.clientData, "create", expectation)
            guard let statement = DrawnPasskey.Statement(registration.attestation) else { throw .malformed }
            guard statement.host == expectation.site.host else { throw .wrongHost }
            return VerifiedRegistration(
                credential: statement.credential, publicKey: statement.credential + [1], counter: statement.counter,
                isBackedUp: false, challenge: challenge)
        },
        verify: { assertion, publicKey, expectation throws(PasskeyFault) in
            let challenge = try DrawnPasskey.challenge(assertion.clientData, "get", expectation)
            guard let statement = DrawnPasskey.Statement(assertion.authenticatorData) else { throw .malformed }
            guard statement.host == expectation.site.host else { throw .wrongHost }
            guard assertion.signature == publicKey + assertion.clientData else { throw .wrongSignature }
            return VerifiedAssertion(counter: statement.counter, isBackedUp: false, challenge: challenge)
        },
        decoy: [0])
}

/// A passkey of a device in tests, for `PasskeyServices.drawn`.
package struct DrawnPasskey: Sendable {
    /// What the device states: host, counter and credential, with spaces between them.
    struct Statement {
        let host: String
        let counter: UInt32
        let credential: [UInt8]

        init?(_ bytes: [UInt8]) {
            let parts = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
            guard parts.count == 3, let counter = UInt32(parts[1]) else { return nil }
            (host, self.counter, credential) = (parts[0], counter, Array(parts[2].utf8))
        }
    }

    package var credential: String
    package var host = "localhost"
    package var origin = "http://localhost:8180"
    /// Sent with the next answer.
    package var counter: UInt32 = 1
    /// As the device stores it at registration.
    package var userHandle: [UInt8] = []

    package init(_ credential: String) { self.credential = credential }

    static func challenge(
        _ clientData: [UInt8], _ verb: String, _ expectation: PasskeyExpectation
    ) throws(PasskeyFault) -> [UInt8] {
        let parts = String(decoding: clientData, as: UTF8.self).split(separator: " ").map(String.init)
        guard parts.count == 3, let challenge = Base64URL.bytes(parts[1]) else { throw .malformed }
        guard parts[0] == verb else { throw .wrongPurpose }
        guard expectation.isOwn(challenge) else { throw .wrongChallenge }
        guard parts[2] == expectation.site.origin else { throw .wrongOrigin }
        return challenge
    }

    private var statement: [UInt8] { Array("\(host) \(counter) \(credential)".utf8) }

    private func clientData(_ verb: String, _ challenge: [UInt8]) -> [UInt8] {
        Array("\(verb) \(Base64URL.text(challenge)) \(origin)".utf8)
    }

    package func registration(_ challenge: [UInt8]) -> PasskeyRegistration {
        PasskeyRegistration(
            clientData: clientData("create", challenge), attestation: statement, transports: ["internal", "other"])
    }

    package func assertion(_ challenge: [UInt8]) -> PasskeyAssertion {
        let clientData = clientData("get", challenge)
        return PasskeyAssertion(
            credential: Array(credential.utf8), clientData: clientData, authenticatorData: statement,
            signature: Array(credential.utf8) + [1] + clientData, userHandle: userHandle)
    }
}
