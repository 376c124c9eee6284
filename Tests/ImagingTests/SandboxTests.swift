import Foundation
import Support
import Testing

/// What the process of the decoders gives up, seen from inside: `sandbox-probe` gives up the same and tries it.
@Suite("The rights of a decoder", .tags(.large), .timeLimit(.minutes(1)))
struct SandboxTests {
    @Test(
        "A decoder reads the system's libraries, and neither reads nor changes other files, nor reaches other processes"
    )
    func rights() throws {
        let folder = try Fixture.Folder()
        let secret = folder.path + "/household"
        try Data("secret".utf8).write(to: URL(filePath: secret))
        let probe = Process()
        probe.executableURL = URL(filePath: Fixture.command).deletingLastPathComponent().appending(
            path: "sandbox-probe")
        probe.arguments = [secret]
        let pipe = Pipe()
        probe.standardOutput = pipe
        try probe.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        probe.waitUntilExit()
        #expect(probe.terminationStatus == 0)
        let results = String(decoding: output, as: UTF8.self).split(separator: "\n").reduce(into: [String: String]()) {
            let sides = $1.split(separator: ":", maxSplits: 1)
            $0[String(sides[0])] = sides.last.map { $0.trimmingCharacters(in: .whitespaces) }
        }
        #expect(results.count == 19)
        #expect(results["calls"] == "closed")
        for name in ["read a library", "start a thread", "use memory"] { #expect(results[name] == "allowed") }
        for (name, result) in results
        where !["files", "calls", "read a library", "start a thread", "use memory"].contains(name) {
            // Reading is refused by Landlock only, which not every kernel has.
            let isForLandlock = ["read the data", "list a folder"].contains(name)
            if isForLandlock, results["files"] != "closed" { continue }
            #expect(["Permission denied", "Operation not permitted"].contains(result), "\(name): \(result)")
        }
        #expect(try Data(contentsOf: URL(filePath: secret)) == Data("secret".utf8))
    }
}
