import Directions
import Foundation
import Support
import Testing

@testable import Labels

@Suite("Labels in other languages", .tags(.small))
struct LabelLanguageTests {
    private static let flags: Set = ["label-in-german", "label-in-french", "label-not-english"]

    private func read(_ text: String) -> LabelReading {
        LabelReader(names: LabelNames.few).read(RecognisedText(typed: text))
    }

    @Test("A German label is recognised", arguments: LabelLanguageCases.german + LabelLanguageCases.germanShort)
    func german(text: String) {
        let reading = read(text)
        #expect(reading.language == .german)
        #expect(reading.flags.first?.code == "label-in-german")
    }

    @Test("A French label is recognised", arguments: LabelLanguageCases.french + LabelLanguageCases.frenchShort)
    func french(text: String) {
        let reading = read(text)
        #expect(reading.language == .french)
        #expect(reading.flags.first?.code == "label-in-french")
    }

    @Test("A label in another language is recognised as one that is not English")
    func others() {
        for text in [
            "IBUPROFENO 600 MG\nTome 1 tableta por la boca cada 8 horas con comida",
            "AMOXICILLINA 500 mg\n1 compressa ogni 8 ore dopo i pasti per 7 giorni",
            "PARACETAMOL 500 mg tabletten\n3 keer per dag 1 tablet innemen met water, niet meer dan 8 per dag",
            "Парацетамол 500 мг\nпринимать по 1 таблетке 3 раза в день", "アムロジピン錠 5mg\n1日1回朝食後",
            "RAMIPRIL 5 mg\n1 Tablette täglich\n1 comprimé par jour",
        ] {
            #expect(read(text).flags.first?.code == "label-not-english", "\(text)")
        }
    }

    @Test("A label with umlauts and accents that were not recognised is not English either")
    func misread() {
        #expect(read("RAMIPRIL 5 MG\n1 x tdglich 1 Tablette morgens\nmit Wasser einnehmen").language == .german)
        #expect(read("Fur Kinder unzuganglich aufbewahren\n1 x taglich 1 Tabl.").language == .german)
        #expect(read("1 comprirné le matin\n30 cornprimes\navec un verre d'eau").language == .french)
        #expect(read("1 COMPRIME MATIN ET SOIR\nNE PAS DEPASSER LA DOSE").language == .french)
    }

    @Test("English labels with foreign names and words are not touched", arguments: LabelLanguageCases.english)
    func english(text: String) {
        let reading = read(text)
        #expect(reading.language == nil)
        #expect(Self.flags.isDisjoint(with: reading.flags.map(\.code)))
    }
}

extension LabelLanguageTests {
    @Test("The labels of the other tests are English")
    func otherTests() {
        for expected in LabelCases.all { #expect(read(expected.lines).language == nil, "\(expected.lines)") }
    }

    @Test("The drawn labels are English, whole and line by line", .needsShared)
    func drawn() throws {
        for truth in LabelSharedTests.truths {
            let text = try String(contentsOfFile: LabelSharedTests.folder + truth.name + ".txt", encoding: .utf8)
            for label in [text] + text.split(separator: "\n").map(String.init) {
                #expect(read(label).language == nil, "\(label)")
            }
        }
    }

    private struct Labelled: Decodable {
        let sig: String
        let expect: String
    }

    private func labelled(_ path: String) throws -> [Labelled] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
            try JSONDecoder().decode(Labelled.self, from: Data($0.utf8))
        }
    }

    /// Only lines that must be refused in any case may be taken for another language.
    private func expectEnglish(_ lines: [Labelled]) {
        for line in lines where line.expect != "refuse" {
            for label in [line.sig, "AMLODIPINE 5 MG TABLET\n\(line.sig)\nQTY: 30"] {
                #expect(read(label).language == nil, "\(label)")
            }
        }
    }

    @Test("No English directions are taken for another language")
    func directions() throws { expectEnglish(try labelled(Fixture.path("directions/corpus.jsonl"))) }

    @Test("No English directions of ../shared are taken for another language", .needsShared)
    func sharedDirections() throws {
        expectEnglish(try labelled(#require(Fixture.shared) + "/data/sigs/dev.jsonl"))
    }

    @Test("No name of a medicine is taken for another language")
    func names() throws {
        let path = Fixture.root + "/Sources/Adapters/LocalRecognition/Catalogues/medicines.tsv"
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        where !line.hasPrefix("#") {
            let name = line.prefix { $0 != "\t" }
            let lines = [RecognisedText(typed: String(name)).lines].flatMap { $0 }
            #expect(
                LabelLanguage(of: lines.map { LabelLine($0, index: 0, names: .empty) }) == nil, "\(name)")
        }
    }
}

extension LabelLanguageTests {
    // MARK: What is withheld

    @Test("Nothing of a label in another language is used, also lines that look English")
    func withheld() throws {
        let reading = read(
            """
            AMLODIPINE 5 MG TABLET
            1 tab po daily
            Qty: 30 Refills: 2
            Do not drink alcohol
            1 x 1 Tab
            täglich morgens mit Wasser einnehmen
            nach den Mahlzeiten, höchstens zweimal täglich
            für Kinder unzugänglich aufbewahren, Packungsbeilage beachten
            Dosierung laut Arzt, 100 Tabletten
            """)
        #expect(reading.language == .german)
        #expect(reading.warnings.isEmpty)
        let entry = try #require(reading.entries.first)
        let directions = try #require(entry.directions)
        #expect(directions.text.hasPrefix("1 tab po daily"))
        #expect(directions.status == .refuse && directions.clauses.isEmpty && directions.spans.isEmpty)
        #expect(directions.flags.map(\.code) == ["not-english", "label-in-german"])
        #expect(entry.flags.map(\.code) == ["label-in-german"])
        #expect(!entry.areDirectionsSure && entry.arithmetic == nil && entry.soldStrength == nil)
        #expect(entry.name?.isSure == false && entry.strength?.isSure == false && entry.quantity?.isSure == false)
        #expect(entry.refills?.isSure == false)
        // The words keep their places, so that a person can compare them.
        #expect(!entry.directionWords.isEmpty)
    }

    @Test("The same label without its foreign lines is read")
    func kept() throws {
        let entry = try #require(read("AMLODIPINE 5 MG TABLET\n1 tab po daily\nQty: 30 Refills: 2").entries.first)
        #expect(entry.directions?.status == .ok && entry.areDirectionsSure && entry.name?.isSure == true)
    }

    @Test("No entry of a German or French label has a dose")
    func noDose() {
        let labels =
            LabelLanguageCases.german + LabelLanguageCases.germanShort + LabelLanguageCases.french
            + LabelLanguageCases.frenchShort
        for text in labels {
            let reading = LabelReader(names: LabelNames.all).read(RecognisedText(typed: text))
            for entry in reading.entries {
                #expect(entry.directions.map { $0.status == .refuse && $0.clauses.isEmpty } ?? true, "\(text)")
            }
            #expect(reading.warnings.isEmpty, "\(text)")
        }
    }

    @Test("A handwritten label in German has both flags, the language first")
    func handwritten() {
        let typed = RecognisedText(typed: LabelLanguageCases.german[0])
        let text = RecognisedText(
            reader: .local, lines: typed.lines, isHandwritten: true, confidence: nil, turns: 0)
        let reading = LabelReader(names: LabelNames.few).read(text)
        #expect(reading.flags.map(\.code) == ["label-in-german", "handwriting"])
    }

    @Test("Each language has its own flag, which leads back to it")
    func codes() {
        for language in LabelLanguage.allCases {
            #expect(LabelLanguage(flag: language.flag.rawValue) == language)
            #expect(language.flag.sentence.contains("nothing of it is used"))
            #expect(language.flag.asksForReview)
        }
        #expect(LabelLanguage(flag: "handwriting") == nil)
    }
}
