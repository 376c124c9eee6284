import Foundation

/// One line of `ValidButOdd/index.json`: a picture as a real phone writes it, or one that is cut off. All show the same.
package struct OddPicture: Decodable, Sendable, CustomStringConvertible {
    private let file: String
    private let expect: String
    private let plain: String?

    package var description: String { file }
    /// Its place among the fixtures.
    package var path: String { "ValidButOdd/" + file }
    /// The plain picture whose pixels it has, by its place among the fixtures.
    package var plainPath: String { "ValidButOdd/" + (plain ?? file) }

    /// The barcode and the lines of text that each of them shows.
    package static let gtin = "4006381333931"
    package static let lines = ["AMOXICILLIN 500 MG", "TAKE 1 CAPSULE TWICE DAILY", "QTY 20"]

    private static let all: [OddPicture] = {
        guard let data = FileManager.default.contents(atPath: Fixture.path("ValidButOdd/index.json")),
            let all = try? JSONDecoder().decode([OddPicture].self, from: data)
        else { return [] }
        return all
    }()

    /// Valid, or read whole by every browser; those of `plain/` among them, but not the strips of few rows.
    package static let whole = all.filter { $0.expect == "accept" && !$0.file.hasPrefix("plain/strip-") }
    package static let odd = whole.filter { $0.file.hasPrefix("odd/") }
    /// Cut off, with a hole, or with an error in what the pixels need.
    package static let damaged = all.filter { $0.expect == "refuse" }
}
