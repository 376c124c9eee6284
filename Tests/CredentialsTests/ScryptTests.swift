import Accounts
import Contracts
import Credentials
import Foundation
import Household
import Support
import Testing

@Suite("Hashes of passphrases", .tags(.medium))
struct ScryptTests {
    /// A debug build is slow, so tests use little work.
    private static let cheap = Scrypt.Cost(logN: 4, blockSize: 8, parallelism: 1)

    private func passphrase(_ text: String) throws -> Passphrase { try #require(Passphrase(unchecked: text)) }

    @Test("A hash matches its own passphrase only, and contains its cost and a salt")
    func matching() async throws {
        let services = CredentialServices.local(Self.cheap)
        let rose = try passphrase("a rose is a rose")
        let hash = try await services.hash(rose)
        #expect(hash.hasPrefix("$scrypt$ln=4,r=8,p=1$"))
        #expect(!hash.contains("rose"))
        #expect(try await services.hash(rose) != hash, "another salt")
        #expect(try await services.verify(rose, hash) == .init(matches: true, needsRehash: false))
        for other in ["a rose is a rosE", "", " a rose is a rose"] {
            #expect(try await !services.verify(passphrase(other), hash).matches, "\(other)")
        }
    }

    @Test("A hash that OpenSSL computed with a known salt is verified")
    func vector() async throws {
        // EVP_PBE_scrypt of OpenSSL: salt "SodiumChloride\0\0", N = 1024, r = 8, p = 1.
        let hash = "$scrypt$ln=10,r=8,p=1$U29kaXVtQ2hsb3JpZGUAAA$YtIu5mWnoTUh222OsFe3cj-DNI2WIUNTefaV0uKpF5k"
        let services = CredentialServices.local(Self.cheap)
        #expect(
            try await services.verify(passphrase("pleaseletmein"), hash)
                == .init(matches: true, needsRehash: true))
    }

    @Test("A hash with another cost is checked with that cost and is to be made again")
    func rehash() async throws {
        let hash = try await CredentialServices.local(Self.cheap).hash(passphrase("a rose is a rose"))
        let dearer = CredentialServices.local(Scrypt.Cost(logN: 5, blockSize: 8, parallelism: 1))
        #expect(
            try await dearer.verify(passphrase("a rose is a rose"), hash) == .init(matches: true, needsRehash: true))
        #expect(try await !dearer.verify(passphrase("a rose is a lily"), hash).matches)
    }

    @Test(
        "A damaged hash is refused, also one that would take all memory",
        arguments: [
            "", "$", "plain", "$scrypt$ln=4,r=8,p=1$AAAA$AAAA", "$argon2id$ln=4,r=8,p=1$a$b",
            "$scrypt$ln=40,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            "$scrypt$ln=4,r=8$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            "$scrypt$ln=-4,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        ])
    func damaged(hash: String) async throws {
        let services = CredentialServices.local(Self.cheap)
        await refused(.storageFailed) { _ = try await services.verify(passphrase("a rose is a rose"), hash) }
    }

    @Test("The decoy has the cost of a new hash, and no passphrase matches it")
    func decoy() async throws {
        let services = CredentialServices.local(Self.cheap)
        #expect(services.decoy.hasPrefix("$scrypt$ln=4,r=8,p=1$"))
        for text in ["", "password"] {
            #expect(
                try await services.verify(passphrase(text), services.decoy)
                    == .init(matches: false, needsRehash: false))
        }
    }

    @Test("New hashes cost as much as the documents say")
    func cost() {
        #expect(Scrypt.Cost.current == Scrypt.Cost(logN: 15, blockSize: 8, parallelism: 3))
        #expect(CredentialServices.local().decoy.hasPrefix("$scrypt$ln=15,r=8,p=3$"))
    }

    @Test("Of 100 hashes at the same time, some wait and the others are refused at once")
    func queue() async throws {
        let services = CredentialServices.local(Scrypt.Cost(logN: 10, blockSize: 8, parallelism: 1))
        let rose = try passphrase("a rose is a rose")
        let codes = await withTaskGroup(of: HouseholdError.Code?.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    do {
                        _ = try await services.hash(rose)
                        return nil
                    } catch { return (error as? HouseholdError)?.code }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.count { $0 == nil } >= 34, "2 run and 32 wait")
        #expect(codes.allSatisfy { $0 == nil || $0 == .tooManyAttempts })
    }

    @Test("Random bytes and digests come from the system and from SHA-256")
    func bytes() {
        let services = CredentialServices.local(Self.cheap)
        #expect(services.random(32).count == 32 && services.random(0).isEmpty)
        #expect(Set((0..<100).map { _ in services.random(32) }).count == 100)
        #expect(
            services.digest(Array("abc".utf8)).map { String($0, radix: 16) }.joined()
                == "ba7816bf8f1cfea414140de5dae2223b0361a396177a9cb410ff61f2015ad")
    }

    @Test("The bundled list has at least 3,000 passphrases that a new account could have, and refuses them")
    func common() throws {
        let list = try CommonPassphraseList.read()
        #expect(list.count >= 3000)
        let name = try AccountName("Ada")
        for text in ["password", "12345678", "qwertyuiop", "iloveyou", "TrustNo1", "baseball"] {
            let passphrase = try Passphrase(text)
            #expect(throws: PassphraseError.common) { try list.check(passphrase, of: name) }
        }
        let path = Fixture.root + "/Sources/Adapters/Credentials/Passphrases/common.txt"
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count >= Passphrase.characters.lowerBound })
        #expect(throws: Never.self) { try list.check(Passphrase("four plain unrelated words"), of: name) }
    }
}
