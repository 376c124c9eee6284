import Messages
import Support
import Testing

@Suite("PO files", .tags(.small))
struct CatalogueTests {
    @Test("Contexts, plurals, long texts and escapes are read; the header and obsolete entries are not")
    func entries() throws {
        let entries = try Catalogue.entries(
            ofPO: #"""
                msgid ""
                msgstr ""
                "Language: de\n"

                # A comment
                #: Sources/Web/Today.swift
                msgctxt "verb"
                msgid "Water"
                msgstr "Gießen"
                msgid "1 task"
                msgid_plural "{count} tasks"
                msgstr[0] "1 Aufgabe"
                msgstr[1] ""
                "{count} "
                "Aufgaben"

                #~ msgid "Old"
                #~ msgstr "Alt"

                msgid "Say \"yes\"\nnow"
                msgstr "„Ja“\tsagen"
                """#)
        #expect(entries.map(\.english) == ["Water", "1 task", "Say \"yes\"\nnow"])
        #expect(entries[0].context == "verb" && entries[0].forms == ["Gießen"])
        #expect(entries[0].comments == ["# A comment", "#: Sources/Web/Today.swift"])
        #expect(entries[1].englishPlural == "{count} tasks")
        #expect(entries[1].forms == ["1 Aufgabe", "{count} Aufgaben"])
        #expect(entries[2].forms == ["„Ja“\tsagen"])
    }

    @Test(
        "A damaged file is refused with its line",
        arguments: [
            ("msgid \"a\"\nmsgstr b", 2), ("\"a\"", 1), ("msgid \"a\"\nmsgfoo \"b\"", 2),
            ("msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[1] \"c\"", 3), ("msgid \"a\"b\"", 1),
        ])
    func damaged(_ text: String, _ line: Int) {
        let error = #expect(throws: Catalogue.Unreadable.self) { try Catalogue.entries(ofPO: text) }
        #expect(error?.line == line)
    }
}
