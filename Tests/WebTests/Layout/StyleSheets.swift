import Foundation
import Support
import Testing

/// The rules of the style sheets that only some pages load. A page that has all classes of such a rule needs its sheet.
struct StyleSheets {
    private struct Rule {
        let sheet: String
        let selector: String
        /// The classes, identifiers and data attributes that the rule needs.
        let names: Set<String>
    }

    private let rules: [Rule]

    init() throws {
        let folder = URL(filePath: Fixture.root + "/Sources/Web/Assets")
        let sheets = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
            .filter { $0.hasSuffix(".css") && $0 != "stillroom.css" }
        rules = try sheets.flatMap { sheet in
            try Self.selectors(in: String(contentsOf: folder.appending(path: sheet), encoding: .utf8)).map {
                Rule(
                    sheet: sheet, selector: $0,
                    names: Set($0.matches(of: /(?:[.#]|\[(?=data-))([A-Za-z][\w-]*)/).map { String($0.1) }))
            }
        }
        try #require(sheets.count > 3 && rules.count > 100)
        #expect(rules.allSatisfy { !$0.names.isEmpty }, "A rule for elements of every page belongs in stillroom.css.")
    }

    /// The selectors without what is in parentheses, which a page may have or not.
    private static func selectors(in css: String) -> [String] {
        var text = css.replacing(/\/\*.*?\*\//.dotMatchesNewlines(), with: "")
        while let inner = text.firstMatch(of: /\([^()]*\)/) { text.replaceSubrange(inner.range, with: "") }
        return text.matches(of: /([^{};]+)\{/).map { $0.1 }.filter { !$0.contains("@") }
            .flatMap { $0.split(separator: ",") }.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    }

    /// Returns the selectors that match names on the page, and whose sheet the page does not load.
    func missing(on page: String) -> [String] {
        let attributes = page.matches(of: /(?:class|id)="([^"]*)"/).map { $0.1 }
        let data = page.matches(of: /\s(data-[\w-]+)/).map { String($0.1) }
        let names = Set(attributes.flatMap { $0.split(separator: " ") }.map(String.init)).union(data)
        let absent = Set(rules.map(\.sheet)).filter { !page.contains("/\($0)\"") }
        return rules.filter { absent.contains($0.sheet) && $0.names.isSubset(of: names) }
            .map { "\($0.sheet): \($0.selector)" }
    }
}
