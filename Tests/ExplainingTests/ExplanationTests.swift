import Support
import Testing

@testable import Directions
@testable import Doses
@testable import Explaining
@testable import Wording

@Suite("An explanation without a model", .tags(.small))
struct ExplanationTests {
    private let explanation = Explanation.deterministic(ExplanationLabels.confirmed)

    @Test("An explanation has five sections in order and states that it is no advice")
    func parts() {
        #expect(explanation.sections.map(\.kind) == Explanation.Kind.allCases)
        #expect(explanation.notice == SafetyText.notAdvice)
        #expect(explanation[.medicines].map(\.text) == ["Zestalin 10 MG tablet."])
        #expect(explanation[.uses].map(\.text) == ["Your label says “blood pressure”."])
        #expect(explanation[.general].map(\.text) == SafetyText.general)
        #expect(explanation[.howToTake].contains { $0.text.contains("1 tablet") })
    }

    @Test("An explanation cites only existing sources, and each sentence from the label cites one")
    func cites() {
        let known = Set(explanation.sources.map(\.id))
        for sentence in explanation.sections.flatMap(\.sentences) {
            #expect(Set(sentence.sources).isSubset(of: known), "\(sentence)")
            #expect(sentence.sources.isEmpty == !sentence.fromLabel, "\(sentence)")
        }
    }

    @Test("An explanation highlights the words of a value")
    func words() throws {
        let dose = try #require(explanation.sources.first { $0.id == .medicine(0, "dose") })
        #expect(dose.text == "1 TABLET")
        #expect(dose.words == ExplanationLabels.place(5, 1...2))
        let reason = try #require(explanation.sources.first { $0.id == .medicine(0, "reason") })
        #expect(reason.words == ExplanationLabels.place(6, 0...1))
        let line = try #require(explanation.sources.first { $0.id.rawValue == "L5" })
        #expect(line.text == ExplanationLabels.lines[4])
        let instruction = try #require(explanation[.howToTake].first { $0.text.contains("1 tablet") })
        #expect(instruction.sources.contains(.medicine(0, "dose")))
    }

    @Test("An explanation quotes the label's warnings, except text addressed to a program")
    func warnings() {
        let warnings = explanation[.warnings]
        #expect(warnings.filter(\.fromLabel).map(\.text) == ["“MAY CAUSE DROWSINESS”", "“DO NOT DRINK ALCOHOL”"])
        #expect(warnings.last?.text == SafetyText.leftOutLine)
        #expect(explanation.leftOutLines == [11])
        #expect(!explanation.sections.flatMap(\.sentences).contains { $0.text.contains("99") })
    }

    @Test("An explanation never guesses a purpose, how to take a medicine, or that there is nothing to consider")
    func unsaid() {
        let typed = Explanation.deterministic(ExplanationLabels.typed)
        #expect(typed[.uses].map(\.text).last == "Ibuprofen: " + SafetyText.noPurpose)
        let bare = ConfirmedLabel(
            text: nil, reading: nil,
            items: [
                .init(
                    medicine: Medicine(name: "Ibuprofen", sig: "", clauses: []),
                    directions: DirectionsReading(text: "", status: .refuse, clauses: []), entry: nil)
            ])
        let explanation = Explanation.deterministic(bare)
        #expect(explanation[.uses].map(\.text) == [SafetyText.noPurpose])
        #expect(explanation[.howToTake].map(\.text) == [SafetyText.noDirections])
        #expect(explanation[.warnings].map(\.text) == [SafetyText.noWarnings])
    }

    @Test("An explanation shows no number of refused directions")
    func refused() {
        let sig = "TAKE 7 TABLETS 9 MG/KG"
        let label = ConfirmedLabel(
            text: nil, reading: nil,
            items: [
                .init(
                    medicine: Medicine(name: "Zestalin", sig: sig, clauses: []),
                    directions: DirectionsReading(text: sig, status: .refuse, clauses: []), entry: nil)
            ])
        let instructions = Explanation.deterministic(label)[.howToTake].map(\.text).joined()
        #expect(!instructions.isEmpty && !instructions.contains("7") && !instructions.contains("9"))
    }

    @Test("A value that a person changed has no highlighted words")
    func changed() throws {
        var medicine = ExplanationLabels.medicine
        medicine.strength = "20 MG"
        let label = ConfirmedLabel(
            text: ExplanationLabels.confirmed.text, reading: ExplanationLabels.reading,
            items: [.init(medicine: medicine, directions: ExplanationLabels.directions, entry: 0)])
        let strength = try #require(label.sources.first { $0.id == .medicine(0, "strength") })
        #expect(strength.text == "20 MG")
        #expect(strength.words.isEmpty)
    }

    @Test("Sentences of a model come after those of the label, and none is about how to take it")
    func adding() {
        let own = Explanation.Section(kind: .howToTake, sentences: [.init("Take 9.", fromLabel: true, origin: .model)])
        let general = Explanation.Section(
            kind: .uses, sentences: [.init("It is a medicine.", fromLabel: false, origin: .general)])
        let added = explanation.adding(CheckedAnswer(sections: [own, general], cannotAnswer: false))
        #expect(added[.howToTake] == explanation[.howToTake])
        #expect(added[.uses].first == explanation[.uses].first)
        #expect(added[.uses].last?.mark == SafetyText.generalMark)
    }
}
