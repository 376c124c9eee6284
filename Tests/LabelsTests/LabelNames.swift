import Foundation
import Labels
import Support

/// The list of names of the program, and labels of our own. All persons are invented.
enum LabelNames {
    static let all: MedicineNames = {
        let path = Fixture.root + "/Sources/Adapters/LocalRecognition/Catalogues/medicines.tsv"
        let bytes = FileManager.default.contents(atPath: path) ?? Data()
        return (try? MedicineNames(String(decoding: bytes, as: UTF8.self))) ?? .empty
    }()

    /// A short list that is sufficient for most tests.
    static let few: MedicineNames = {
        let list = """
            # a comment
            name\tkind\tstrengths
            amlodipine\tg\t2.5mg;5mg;10mg
            oxycodone and acetaminophen\tg\t325mg+5mg
            oxycodone\tg\t5mg
            cephalexin\tg\t250mg;500mg
            warfarin\tg\t1mg;5mg
            warfarin sodium\tg\t1mg;5mg
            latanoprost\tg\t50mcg/mL
            Humulin 70/30\tb\t100unit/mL
            lisinopril\tg\t5mg;10mg
            hydroxyzine\tg\t25mg
            hydralazine\tg\t25mg
            salmeterol\tg\t
            """
        return (try? MedicineNames(list)) ?? .empty
    }()

    static func read(_ lines: String...) -> LabelReading {
        LabelReader(names: few).read(RecognisedText(typed: lines.joined(separator: "\n")))
    }

    static func hidden(_ text: RecognisedText, _ reading: LabelReading) -> String {
        reading.identifiers.map { text.lines[$0.line].words[$0.word].text }.joined(separator: " ")
    }

    static func kept(_ text: RecognisedText, _ reading: LabelReading) -> String {
        let hidden = Set(reading.identifiers)
        return text.lines.enumerated().map { line, content in
            content.words.enumerated().filter { !hidden.contains(.init(line: line, word: $0.offset)) }
                .map(\.element.text).joined(separator: " ")
        }.joined(separator: "\n")
    }
}
