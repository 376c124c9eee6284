import Foundation
import OnlineServices
import Support
import Testing

@Suite("Checksums of models", .tags(.small))
struct ModelChecksumTests {
    /// The expected values are those of `git hash-object` and `sha256sum`.
    @Test(
        "A file has the name that git gives it, and its SHA-256",
        arguments: [
            (
                "hello\n", "ce013625030ba8dba906f756967f9e9ca394464a",
                "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03"
            ),
            (
                "", "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
            ),
        ])
    func sums(content: String, blob: String, sha256: String) throws {
        let folder = try Fixture.Folder()
        let file = URL(filePath: folder.path + "/weights")
        try Data(content.utf8).write(to: file)
        #expect(try ModelChecksum.gitBlob(blob.uppercased()).computed(of: file) == blob)
        #expect(ModelChecksum.gitBlob(blob.uppercased()).expected == blob)
        #expect(try ModelChecksum.sha256(sha256).computed(of: file) == sha256)
    }
}
