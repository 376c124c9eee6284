import Accounts
import Foundation
import Household
import Support
import Testing

@testable import Credentials

@Suite("Answers of browsers about passkeys", .tags(.medium))
struct WebAuthnTests {
    private struct Answers: Decodable {
        let host: String
        let origin: String
        let registrations: [Registration]
        let assertions: [Assertion]
    }

    struct Registration: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let fault: String?
        let challenge: String
        let credential: String
        let clientData: String
        let attestation: String
        var testDescription: String { name }
    }

    struct Assertion: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let fault: String?
        let challenge: String
        let credential: String
        let publicKey: String
        let clientData: String
        let authenticatorData: String
        let signature: String
        let counter: UInt32
        var testDescription: String { name }
    }

    /// Made by make_passkeys.py, which asks an independent verifier, too.
    private static let answers = try? JSONDecoder().decode(
        Answers.self, from: Data(Fixture.bytes("Passkeys/answers.json")))
    static let registrations = answers?.registrations ?? []
    static let assertions = answers?.assertions ?? []

    private static let services = PasskeyServices.webAuthn

    private static func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.bytes(text)) }

    private static func expectation(_ challenge: String) throws -> PasskeyExpectation {
        let answers = try #require(Self.answers)
        let site = try #require(PasskeySite(host: answers.host, origin: answers.origin, isSecure: true))
        return PasskeyExpectation(site: site) { Base64URL.text($0) == challenge }
    }

    private static func register(
        _ sent: Registration, attestation: [UInt8]? = nil
    ) throws -> Result<VerifiedRegistration, PasskeyFault> {
        let registration = PasskeyRegistration(
            clientData: try bytes(sent.clientData), attestation: try attestation ?? bytes(sent.attestation),
            transports: [])
        let expectation = try expectation(sent.challenge)
        return Result { () throws(PasskeyFault) in try services.register(registration, expectation) }
    }

    private static func assertion(_ sent: Assertion, authenticatorData: [UInt8]? = nil, signature: [UInt8]? = nil)
        throws
        -> PasskeyAssertion
    {
        PasskeyAssertion(
            credential: try bytes(sent.credential), clientData: try bytes(sent.clientData),
            authenticatorData: try authenticatorData ?? bytes(sent.authenticatorData),
            signature: try signature ?? bytes(sent.signature), userHandle: [])
    }

    private static func verify(
        _ assertion: PasskeyAssertion, _ sent: Assertion, publicKey: [UInt8]? = nil
    ) throws -> Result<VerifiedAssertion, PasskeyFault> {
        let (key, expectation) = (try publicKey ?? bytes(sent.publicKey), try expectation(sent.challenge))
        return Result { () throws(PasskeyFault) in try services.verify(assertion, key, expectation) }
    }

    @Test("The file of answers has every kind of key and every fault")
    func complete() {
        let faults = Set(Self.registrations.compactMap(\.fault) + Self.assertions.compactMap(\.fault))
        #expect(faults == Set(PasskeyFault.allCases.map { "\($0)" }))
        for kind in ["ES256", "EdDSA", "RS256"] {
            #expect(Self.registrations.contains { $0.name == kind } && Self.assertions.contains { $0.name == kind })
        }
    }

    @Test("An answer about a new passkey is accepted, or refused for the right reason", arguments: registrations)
    func registration(sent: Registration) throws {
        switch try Self.register(sent) {
        case .success(let verified):
            #expect(sent.fault == nil)
            #expect(Base64URL.text(verified.credential) == sent.credential)
            #expect(Base64URL.text(verified.challenge) == sent.challenge)
            #expect(verified.counter == 0 && verified.isBackedUp == (sent.name == "backed-up"))
        case .failure(let fault): #expect("\(fault)" == sent.fault)
        }
    }

    @Test("An answer that uses a passkey is accepted, or refused for the right reason", arguments: assertions)
    func assertion(sent: Assertion) throws {
        switch try Self.verify(Self.assertion(sent), sent) {
        case .success(let verified):
            #expect(sent.fault == nil)
            #expect(verified.counter == sent.counter && Base64URL.text(verified.challenge) == sent.challenge)
            #expect(verified.isBackedUp == (sent.name == "backed-up"))
        case .failure(let fault): #expect("\(fault)" == sent.fault)
        }
    }
}

extension WebAuthnTests {
    @Test("The key of a registration verifies signatures of that key only", arguments: ["ES256", "EdDSA", "RS256"])
    func otherKey(kind: String) throws {
        let sent = try #require(Self.assertions.first { $0.name == kind })
        for other in Self.assertions where other.fault == nil && other.name != kind {
            let result = try Self.verify(Self.assertion(sent), sent, publicKey: Self.bytes(other.publicKey))
            #expect(result == .failure(.wrongSignature), "\(other.name)")
        }
        #expect(
            try Self.verify(Self.assertion(sent), sent, publicKey: Self.services.decoy) == .failure(.wrongSignature))
        #expect(try Self.verify(Self.assertion(sent), sent, publicKey: []) == .failure(.unusableKey))
    }

    @Test("A changed bit anywhere in what is signed, or in the signature, is refused", arguments: ["ES256", "EdDSA"])
    func changedBit(kind: String) throws {
        let sent = try #require(Self.assertions.first { $0.name == kind })
        let (data, signature) = (try Self.bytes(sent.authenticatorData), try Self.bytes(sent.signature))
        for place in data.indices {
            var changed = data
            changed[place] ^= 0x02
            let result = try Self.verify(Self.assertion(sent, authenticatorData: changed), sent)
            #expect(throws: PasskeyFault.self, "byte \(place)") { try result.get() }
        }
        for place in signature.indices {
            var changed = signature
            changed[place] ^= 0x02
            let result = try Self.verify(Self.assertion(sent, signature: changed), sent)
            #expect(result == .failure(.wrongSignature), "byte \(place)")
        }
        for signature in [[], [0], Array(signature.dropLast()), signature + [0], [UInt8](repeating: 0, count: 64)] {
            #expect(
                try Self.verify(Self.assertion(sent, signature: signature), sent) == .failure(.wrongSignature))
        }
    }

    @Test("A statement that is cut off at any byte, or goes on after its end, is refused")
    func cutOff() throws {
        let registration = try #require(Self.registrations.first)
        let attestation = try Self.bytes(registration.attestation)
        for count in 0..<attestation.count {
            let result = try Self.register(registration, attestation: Array(attestation.prefix(count)))
            #expect(result == .failure(.malformed), "\(count) bytes")
        }
        #expect(try Self.register(registration, attestation: attestation + [0]) == .failure(.malformed))
        for count in 0..<37 {
            #expect(throws: CBOR.Malformed.self) { try AuthenticatorData([UInt8](repeating: 0, count: count)) }
        }
    }

    @Test(
        "The identifier of a credential has 1 to 1,023 bytes",
        arguments: [(0, false), (1, true), (1023, true), (1024, false), (65535, false)])
    func identifier(length: Int, isAccepted: Bool) {
        let key: [UInt8] = [0xA0]
        let start = [UInt8](repeating: 0, count: 32) + [0x45, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 16)
        let bytes =
            start + [UInt8(length >> 8), UInt8(length & 255)] + [UInt8](repeating: 7, count: length) + key
        #expect(((try? AuthenticatorData(bytes))?.credential?.id.count == length) == isAccepted)
        // The stated length is more than there is.
        #expect(throws: CBOR.Malformed.self) { try AuthenticatorData(Array(bytes.dropLast(2))) }
    }

    @Test("The client data of a browser may have other fields, and is refused if it is too long or not JSON")
    func clientData() throws {
        let sent = try #require(Self.registrations.first)
        let text = String(decoding: try Self.bytes(sent.clientData), as: UTF8.self)
        func result(_ text: String) throws -> Result<VerifiedRegistration, PasskeyFault> {
            let registration = PasskeyRegistration(
                clientData: Array(text.utf8), attestation: try Self.bytes(sent.attestation), transports: [])
            let expectation = try Self.expectation(sent.challenge)
            return Result { () throws(PasskeyFault) in try Self.services.register(registration, expectation) }
        }
        let rest = text.dropLast()
        #expect(throws: Never.self) { try result(rest + #", "other_keys_can_be_added_here": "do not compare"}"#).get() }
        #expect(try result(rest + #", "topOrigin": "https://evil.test"}"#) == .failure(.wrongPurpose))
        for text in [
            "", "{}", "null", "[]", String(rest), rest + ", \"x\": \"" + String(repeating: "x", count: 5000) + "\"}",
            text.replacing("\"challenge\": \"", with: "\"challenge\": \"*"),
        ] {
            #expect(throws: PasskeyFault.self, "\(text.prefix(40))") { try result(text).get() }
        }
    }
}

extension WebAuthnTests {
    @Test("The decoy is a valid key on its curve, and the points of small order of Ed25519 are refused")
    func keys() throws {
        #expect(throws: Never.self) { try COSEKey(WebAuthn.decoy) }
        for first in [UInt8(0), 1] {
            for last in [UInt8(0), 0x80] {
                #expect(!Ed25519Points.isUsable([first] + [UInt8](repeating: 0, count: 30) + [last]))
            }
        }
        #expect(Ed25519Points.isUsable([3] + [UInt8](repeating: 0, count: 31)))
    }
}
