import Foundation
import Household
import OnlineServices
import Support
import Testing

@Suite("KeyFile", .tags(.medium))
struct KeyFileTests {
    let folder: Fixture.Folder
    var path: String { folder.path + "/secrets/plantnet-api-key" }

    init() throws { folder = try Fixture.Folder() }

    private func ring(given: String? = nil, isOwn: Bool = true) -> KeyRing {
        KeyFile(service: "plantnet", given: given, path: path, isOwn: isOwn).ring
    }

    @Test("A service's key is in a file that only its owner may read, and its identifier does not reveal it")
    func kept() throws {
        #expect(ring().state() == .missing)
        try ring().keep("  2b10-a-key \n")
        guard case .present(let account, let place) = ring().state() else {
            Issue.record("it is not there")
            return
        }
        #expect(place == path)
        #expect(account.hasPrefix("plantnet:") && !account.contains("2b10"))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let parent = try FileManager.default.attributesOfItem(atPath: folder.path + "/secrets")
        #expect(parent[.posixPermissions] as? Int == 0o700)
        try ring().keep("another-key")
        guard case .present(let other, _) = ring().state() else {
            Issue.record("it is not there")
            return
        }
        #expect(other != account)
        try ring().keep(nil)
        #expect(ring().state() == .missing)
    }

    @Test("A key from the environment takes precedence and cannot be changed on the page")
    func given() throws {
        try ring().keep("file-key")
        guard case .present(_, let place) = ring(given: "env-key").state() else {
            Issue.record("it is not there")
            return
        }
        #expect(place == "the environment")
        #expect(throws: HouseholdError.self) { try ring(given: "env-key").keep("new-key") }
        #expect(throws: HouseholdError.self) { try ring(isOwn: false).keep("new-key") }
    }

    @Test("An invalid key is refused, and a named file that is missing is reported")
    func unusable() throws {
        for text in ["", "   "] {
            try ring().keep(text)
            #expect(ring().state() == .missing)
        }
        for text in ["a b", "kéy-kéy", String(repeating: "k", count: 300), "abc"] {
            #expect(throws: HouseholdError.self, "\(text)") { try ring().keep(text) }
        }
        guard case .unusable(let reason) = ring(isOwn: false).state() else {
            Issue.record("it is usable")
            return
        }
        #expect(reason.contains(path))
        try ring().keep("some-key")
        try Data("two words".utf8).write(to: URL(filePath: path))
        guard case .unusable = ring().state() else {
            Issue.record("it is usable")
            return
        }
    }
}
