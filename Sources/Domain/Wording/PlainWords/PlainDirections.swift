package import Directions

/// Directions in plain words that say the same and no more, each sentence with the places in the text it rests on.
///
/// Nothing is counted, rounded or filled in: what the label leaves open is a note, what could not be read is quoted,
/// and refused directions show no dose at all.
package struct PlainDirections: Sendable, Hashable, Codable {
    package struct Sentence: Sendable, Hashable, Codable {
        package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
            /// What to do.
            case instruction
            /// The most, only as printed.
            case limit
            /// The least time between two doses when needed: the instruction's own "every 4 hours" once more.
            case gap
            /// What the label leaves open; ours, not the label's.
            case note
            /// What could not be read, quoted.
            case unread
            /// Why a person must look: an error-prone writing, a reading that is not sure.
            case caution
        }

        package let text: String
        package let kind: Kind
        /// In the directions' text.
        package let spans: [TextSpan]
        /// Which clause it says, from 0; nothing where it is about the whole.
        package let clause: Int?
        /// From 1, where one thing follows another; clauses of one step share it.
        package let step: Int?

        package init(_ text: String, _ kind: Kind, spans: [TextSpan] = [], clause: Int? = nil, step: Int? = nil) {
            self.text = text
            self.kind = kind
            self.spans = spans
            self.clause = clause
            self.step = step
        }
    }

    package let sentences: [Sentence]

    package init(_ directions: DirectionsReading) {
        guard directions.status != .refuse else {
            sentences = [Self.refusal] + PlainRemarks.cautions(of: directions)
            return
        }
        guard !directions.clauses.isEmpty else {
            sentences = [Self.nothing] + PlainRemarks.unread(of: directions) + PlainRemarks.cautions(of: directions)
            return
        }
        let clauses = PlainClause.all(of: directions)
        var notes: [Sentence] = []
        for note in clauses.flatMap(\.notes) where !notes.contains(where: { $0.text == note.text }) {
            notes.append(note)
        }
        sentences =
            (directions.status == .review ? [Self.check] : [])
            + clauses.flatMap { $0.instructions + $0.limits + $0.gaps } + notes
            + PlainRemainder.sentences(of: directions) + PlainRemarks.unread(of: directions)
            + PlainRemarks.cautions(of: directions)
    }

    /// All sentences, one after the other, the steps numbered.
    package var text: String {
        var last: Int?
        return sentences.map { sentence in
            defer { last = sentence.step ?? last }
            guard let step = sentence.step, step != last else { return sentence.text }
            return "Step \(step): \(sentence.text)"
        }.joined(separator: " ")
    }

    /// What the label says, without our remarks: read again it gives the same clauses.
    package var directionsText: String {
        sentences.filter { $0.kind == .instruction || $0.kind == .limit }.map(\.text).joined(separator: " ")
    }

    /// In a few words, for a list: "1 tablet, 2 times a day, only if needed".
    package static func summary(of direction: Direction) -> String {
        PlainClause(direction, at: 0, step: nil, of: DirectionsReading(text: "", status: .ok, clauses: [direction]))
            .summary
    }

    /// "1 tablet"; nothing where no dose is written.
    package static func amount(of direction: Direction) -> String? { direction.dose.flatMap(PlainAmount.words) }

    /// "5 mg each, 10 mg in all"; nil where no weight stands beside the dose.
    package static func strength(of direction: Direction) -> String? { PlainAmount.strength(of: direction) }

    static let refusal = Sentence(
        "These directions could not be read safely, so no dose is shown. Read the label itself and ask your pharmacist.",
        .caution)
    static let nothing = Sentence("No directions were found in this text. Read the label itself.", .caution)
    static let check = Sentence(
        "Check this against the label before you rely on it: not all of it could be read for sure.", .caution)
}
