import Foundation
import Support
import Testing

@testable import Certificates

@Suite("The configuration profile for Apple devices", .tags(.small))
struct AppleProfileTests {
    private func read(_ bytes: [UInt8]) throws -> [String: Any] {
        let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        return try #require(list as? [String: Any])
    }

    @Test("The profile is a property list with the certificate as a trusted root")
    func content() throws {
        let der = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
        let list = try read(AppleProfile.bytes(name: "Stillroom kitchen-pi", der: der))
        #expect(list["PayloadType"] as? String == "Configuration")
        #expect(list["PayloadDisplayName"] as? String == "Stillroom kitchen-pi")
        #expect(list["PayloadVersion"] as? Int == 1)
        #expect(list["PayloadRemovalDisallowed"] as? Bool == false)
        let payloads = try #require(list["PayloadContent"] as? [[String: Any]])
        let root = try #require(payloads.first)
        #expect(payloads.count == 1)
        #expect(root["PayloadType"] as? String == "com.apple.security.root")
        #expect((root["PayloadContent"] as? Data).map { [UInt8]($0) } == der)
        #expect(root["PayloadIdentifier"] as? String != list["PayloadIdentifier"] as? String)
        for uuid in [list["PayloadUUID"], root["PayloadUUID"]] {
            #expect(UUID(uuidString: uuid as? String ?? "") != nil)
        }
        #expect(list["PayloadUUID"] as? String != root["PayloadUUID"] as? String)
    }

    @Test("The same certificate gives the same profile, and another one other identifiers")
    func stable() throws {
        let one = AppleProfile.bytes(name: "Stillroom", der: [1])
        #expect(AppleProfile.bytes(name: "Stillroom", der: [1]) == one)
        let other = AppleProfile.bytes(name: "Stillroom", der: [2])
        for key in ["PayloadUUID", "PayloadIdentifier"] {
            #expect(try read(one)[key] as? String != read(other)[key] as? String)
        }
    }

    @Test(
        "A name with any characters gives a valid property list",
        arguments: [
            ("<&>\"'", "<&>\"'"), ("]]>", "]]>"), ("Küche", "Küche"), ("a\u{0}b\u{1F}c\nd", "abcd"),
            ("</string><key>x</key>", "</string><key>x</key>"),
        ])
    func escaped(name: String, expected: String) throws {
        #expect(try read(AppleProfile.bytes(name: name, der: [1]))["PayloadDisplayName"] as? String == expected)
    }
}
