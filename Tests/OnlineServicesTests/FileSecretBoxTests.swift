import Crypto
import Foundation
import Household
import OnlineServices
import Support
import Testing

@Suite("FileSecretBox", .tags(.medium))
struct FileSecretBoxTests {
    let folder: Fixture.Folder
    var path: String { folder.path + "/secrets/house-key" }

    init() throws { folder = try Fixture.Folder() }

    private func secretBox() -> SecretBox { FileSecretBox(keyFile: path).secretBox }

    @Test("A secret is decrypted, also after a restart, and its ciphertext shows nothing of it")
    func seals() throws {
        let secret = Array("https://push.example/secret".utf8)
        let sealed = try secretBox().seal(secret, "channel c1")
        #expect(sealed.firstRange(of: Array("push".utf8)) == nil)
        #expect(sealed.first == 1)
        #expect(try secretBox().open(sealed, "channel c1") == secret)
        #expect(try secretBox().seal(secret, "channel c1") != sealed)
        #expect(try secretBox().open(secretBox().seal([], ""), "").isEmpty)
    }

    @Test("A ciphertext is refused for another context, after a change or cut, and with another key")
    func refuses() throws {
        let secretBox = secretBox()
        let sealed = try secretBox.seal([1, 2, 3], "channel c1")
        var bad: [([UInt8], String)] = [(sealed, "channel c2"), (sealed, ""), ([], "channel c1"), ([1], "channel c1")]
        for place in sealed.indices {
            var changed = sealed
            changed[place] ^= 1
            bad.append((changed, "channel c1"))
            bad.append((Array(sealed[..<place]), "channel c1"))
        }
        for (bytes, context) in bad {
            let error = #expect(throws: HouseholdError.self) { try secretBox.open(bytes, context) }
            #expect(error?.code == .storageFailed)
            #expect(error?.message.contains(path) == true)
        }
        let other = FileSecretBox(keyFile: folder.path + "/other/house-key").secretBox
        _ = try other.seal([0], "")
        #expect(throws: HouseholdError.self) { try other.open(sealed, "channel c1") }
    }

    @Test("The key is in a file that only its owner may read, and no other file is left")
    func file() throws {
        _ = try secretBox().seal([1], "x")
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(attributes[.size] as? Int == 65)
        let parent = try FileManager.default.attributesOfItem(atPath: folder.path + "/secrets")
        #expect(parent[.posixPermissions] as? Int == 0o700)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/secrets") == ["house-key"])
    }

    @Test("Simultaneous first uses create one key")
    func atOnce() async throws {
        let path = path
        let sealed = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for number in 0..<32 {
                group.addTask { try FileSecretBox(keyFile: path).secretBox.seal([UInt8(number)], "x") }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let opened = try sealed.map { try secretBox().open($0, "x") }
        #expect(Set(opened).count == 32)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/secrets") == ["house-key"])
    }

    @Test("With a missing or damaged key the error names the file, and no new key is created")
    func missing() throws {
        let sealed = try secretBox().seal([1], "x")
        let running = secretBox()
        #expect(try running.open(sealed, "x") == [1])
        try FileManager.default.removeItem(atPath: path)
        // The key is read once, so a running process continues.
        #expect(try running.open(sealed, "x") == [1])
        let error = #expect(throws: HouseholdError.self) { try secretBox().open(sealed, "x") }
        #expect(error?.code == .storageFailed)
        #expect(error?.message.contains("missing") == true && error?.message.contains(path) == true)
        #expect(!FileManager.default.fileExists(atPath: path))
        for text in ["", "abc", String(repeating: "g", count: 64), String(repeating: "0", count: 62)] {
            try Data(text.utf8).write(to: URL(filePath: path))
            for attempt in [{ try secretBox().open(sealed, "x") }, { try secretBox().seal([1], "x") }] {
                let error = #expect(throws: HouseholdError.self) { try attempt() }
                #expect(error?.code == .storageFailed)
                #expect(error?.message.contains("damaged") == true && error?.message.contains(path) == true)
            }
            #expect(FileManager.default.contents(atPath: path) == Data(text.utf8))
        }
    }

    @Test("A key file that cannot be written is an error")
    func unwritable() throws {
        try Data().write(to: URL(filePath: folder.path + "/secrets"))
        let error = #expect(throws: HouseholdError.self) { try secretBox().seal([1], "x") }
        #expect(error?.code == .storageFailed)
    }

    @Test("Digests and message authentication equal the published examples, and signing keys are valid")
    func primitives() throws {
        let secretBox = secretBox()
        let digest = secretBox.digest(Array("abc".utf8)).map { String(format: "%02x", $0) }.joined()
        #expect(digest == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        // RFC 4231, test case 2.
        let code = secretBox.authenticate(Array("what do ya want for nothing?".utf8), Array("Jefe".utf8))
        #expect(
            code.map { String(format: "%02x", $0) }.joined()
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        #expect(secretBox.random(16).count == 16 && secretBox.random(0).isEmpty)
        #expect(Set((0..<100).map { _ in secretBox.random(16) }).count == 100)
        let key = secretBox.newSigningKey()
        let shown = try secretBox.publicKey(key)
        #expect(key.count == 32 && shown.count == 65 && shown.first == 4)
        #expect(try P256.Signing.PrivateKey(rawRepresentation: key).publicKey.x963Representation == Data(shown))
        #expect(secretBox.newSigningKey() != key)
        #expect(throws: HouseholdError.self) { try secretBox.publicKey([1, 2]) }
    }

    @Test("The description of the secret box does not show the key")
    func printed() throws {
        let house = FileSecretBox(keyFile: path)
        _ = try house.secretBox.seal([1], "x")
        var text = "\(house) \(String(reflecting: house))"
        dump(house, to: &text)
        let key = String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
        #expect(!text.contains(key.prefix(8)))
    }
}
