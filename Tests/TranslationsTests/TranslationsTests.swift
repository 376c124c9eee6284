import Foundation
import MessageExtraction
import Messages
import Support
import Testing
import Translations

@Suite("The catalogues of German and French", .tags(.medium))
struct TranslationsTests {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path(percentEncoded: false)

    /// The messages of the source code. They are read once, because that takes seconds in a debug build.
    static let messages = Result { try MessageExtraction.entries(root: root) }

    @Test(
        "Each text of the source code is translated, with all its values", arguments: [DisplayLanguage.german, .french])
    func complete(_ language: DisplayLanguage) throws {
        let messages = try Self.messages.get()
        #expect(messages.count > 2_000)
        let merged = MessageExtraction.merged(messages, with: try BundledTranslations.entries(of: language))
        let problems = merged.compactMap { entry in
            MessageExtraction.problem(of: entry).map { "“\(entry.english)”: \($0)" }
        }
        #expect(problems.isEmpty, "Run message-catalogue update, and translate: \(problems.prefix(10))")
    }

    @Test("A catalogue has no text that the source code does not have", arguments: [DisplayLanguage.german, .french])
    func obsolete(_ language: DisplayLanguage) throws {
        let messages = Set(try Self.messages.get().map(\.id))
        let obsolete = try BundledTranslations.entries(of: language).filter { !messages.contains($0.id) }
        #expect(obsolete.isEmpty, "Run message-catalogue update: \(obsolete.prefix(5).map(\.english))")
    }

    @Test("The scanner reads literals, names, contexts, plurals and literals of several lines")
    func scanner() throws {
        let found = try SourceMessages.messages(
            in: #"""
                /// `localized("comment")`
                func localized(_ message: Message) -> String { "" }
                let a = localized("Say \"yes\" to \(names.joined(separator: ", "), "names")")
                let b = localized(count(of: "x"), one: "1 day", other: "\(f(1, "y"), "count") days", context: "time")
                let c = localized(
                    """
                    Long \
                    text with \(value.map { $0 + 1 }, "value")
                    """)
                let d = other.localized("not ours")
                """#, file: "F.swift")
        #expect(found.map(\.english) == ["Say \"yes\" to {names}", "1 day", "Long text with {value}"])
        #expect(found[1].englishPlural == "{count} days" && found[1].context == "time")
    }

    @Test(
        "A call that a script cannot read is refused",
        arguments: [
            "localized(text)", "localized(\"a\" + b)", "localized(\"a \\(b)\")", "localized(n, one: x, other: \"y\")",
        ])
    func unreadable(_ call: String) {
        #expect(throws: SourceMessages.Unreadable.self) {
            try SourceMessages.messages(in: "let x = \(call)", file: "F.swift")
        }
    }
}
