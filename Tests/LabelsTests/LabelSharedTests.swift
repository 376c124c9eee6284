import Directions
import Foundation
import Labels
import Support
import Testing

/// The drawn labels beside the checkout, with their true text.
@Suite("Drawn labels", .tags(.medium), .needsShared)
struct LabelSharedTests {
    struct Truth: Decodable, Sendable {
        struct Medicine: Decodable, Sendable {
            let name: String
            let strength: String
            let form: String
            let sig: String
            let quantity: String?
            let refills: String?
        }
        struct Identifier: Decodable, Sendable {
            let kind: String
            let text: String
        }
        let name: String
        let medicines: [Medicine]
        let identifiers: [Identifier]
        let critical: [String]
    }

    static let folder = (Fixture.shared ?? "") + "/data/labels_ocr/"

    static let truths: [Truth] = {
        guard let lines = try? String(contentsOfFile: folder + "index.jsonl", encoding: .utf8) else { return [] }
        return lines.split(separator: "\n").compactMap { try? JSONDecoder().decode(Truth.self, from: Data($0.utf8)) }
    }()

    /// Returns the words in lower case without punctuation.
    private func words(_ text: String?) -> [Substring] {
        (text ?? "").lowercased().split { !($0.isLetter || $0.isNumber) }
    }

    @Test(
        "The drawn labels give every medicine with strength, form, directions, quantity and refills",
        arguments: truths.map(\.name))
    func medicines(name: String) throws {
        let truth = try #require(Self.truths.first { $0.name == name })
        let text = RecognisedText(typed: try String(contentsOfFile: Self.folder + name + ".txt", encoding: .utf8))
        let reading = LabelReader(names: LabelNames.all).read(text)
        #expect(reading.entries.count == truth.medicines.count)
        for (entry, expected) in zip(reading.entries, truth.medicines) {
            #expect(words(entry.name?.content) == words(expected.name))
            #expect(words(entry.strength?.content) == words(expected.strength))
            #expect(words(entry.form?.text) == words(expected.form))
            #expect(words(entry.directions?.text) == words(expected.sig))
            if let quantity = expected.quantity {
                #expect(entry.quantity?.content == Double(quantity.filter { $0.isNumber || $0 == "." }))
            }
            if let refills = expected.refills {
                #expect(entry.refills?.content == (refills == "NONE" ? 0 : Int(refills)))
            }
        }
        let kept = words(LabelNames.kept(text, reading))
        for identifier in truth.identifiers {
            #expect(words(identifier.text).filter { $0.count > 2 && kept.contains($0) } == [], "\(identifier.text)")
        }
        #expect(truth.critical.flatMap(words).filter { !kept.contains($0) } == [])
    }
}
