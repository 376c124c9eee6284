import Foundation

/// The project's own test pictures and models, by their path in the checkout.
package enum Fixture {
    package static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures").path(percentEncoded: false)

    /// The checkout's root.
    package static let root = URL(filePath: folder).deletingLastPathComponent().deletingLastPathComponent()
        .path(percentEncoded: false)

    /// The folder of recorded responses and real pictures beside the checkout; nil if it does not exist.
    package static let shared: String? = {
        let path = URL(filePath: root).deletingLastPathComponent().appending(path: "shared").path(percentEncoded: false)
        return FileManager.default.fileExists(atPath: path + "/README.md") ? path : nil
    }()

    package static func path(_ name: String) -> String { folder + "/" + name }

    package static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path(name))))
    }

    /// The `stillroom` command that was built with the tests.
    package static let command = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "stillroom").path(percentEncoded: false)

    /// One entry of `index.json`: the expected result for a picture.
    package struct Expectation: Decodable, Sendable, CustomStringConvertible {
        package let file: String
        package let expect: String
        package let width: Int?
        package let height: Int?
        package let eitherIsFine: Bool?
        private let reason: Reasons?

        package var reasons: [String] { reason?.words ?? [] }
        package var description: String { file }
    }

    private struct Reasons: Decodable {
        let words: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let word = try? container.decode(String.self) {
                words = [word]
            } else {
                words = try container.decode([String].self)
            }
        }
    }

    package static let expectations: [Expectation] = {
        guard let data = FileManager.default.contents(atPath: path("index.json")),
            let all = try? JSONDecoder().decode([Expectation].self, from: data)
        else { return [] }
        return all
    }()

    /// A temporary folder for one test, removed with this value.
    package final class Folder: Sendable {
        package let path: String

        package init() throws {
            let url = FileManager.default.temporaryDirectory.appending(path: "stillroom-test-" + UUID().uuidString)
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            path = url.path(percentEncoded: false)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }
}
