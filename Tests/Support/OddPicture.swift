import Foundation

/// One entry of `ValidButOdd/index.json`: a picture as a real phone writes it, or a damaged one. All show the same.
package struct OddPicture: Decodable, Sendable, CustomStringConvertible {
    private let file: String
    private let expect: String
    private let plain: String?

    package var description: String { file }
    /// Its path in the fixtures.
    package var path: String { "ValidButOdd/" + file }
    /// The path of the plain picture with the same pixels.
    package var plainPath: String { "ValidButOdd/" + (plain ?? file) }

    /// The barcode on each picture.
    package static let gtin = "4006381333931"
    package static let lines = ["AMOXICILLIN 500 MG", "TAKE 1 CAPSULE TWICE DAILY", "QTY 20"]

    private static let all: [OddPicture] = {
        guard let data = FileManager.default.contents(atPath: Fixture.path("ValidButOdd/index.json")),
            let all = try? JSONDecoder().decode([OddPicture].self, from: data)
        else { return [] }
        return all
    }()

    /// Valid pictures, or pictures that every browser reads completely; includes `plain/`, but not the strips of a few
    /// rows.
    package static let whole = all.filter { $0.expect == "accept" && !$0.file.hasPrefix("plain/strip-") }
    package static let odd = whole.filter { $0.file.hasPrefix("odd/") }
    /// Pictures that are cut off, lack data in the middle, or have an error that affects the pixels.
    package static let damaged = all.filter { $0.expect == "refuse" }
}
