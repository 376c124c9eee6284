import Directions
import Foundation
import Support
import Testing

@Suite("Flags in the documentation", .tags(.small))
struct FlagDocumentTests {
    @Test("Docs/medicines.md has each code with its sentence")
    func documented() throws {
        let guide = try String(contentsOfFile: Fixture.root + "/Docs/medicines.md", encoding: .utf8)
        for flag in FlagDefinition.all {
            #expect(guide.contains("| `\(flag.code)` |"), "\(flag.code)")
            #expect(guide.contains("| \(flag.sentence) |"), "\(flag.code)")
        }
        for flag in LabelFlag.allCases {
            #expect(guide.contains("| `\(flag.rawValue)` |"), "\(flag.rawValue)")
        }
    }
}
