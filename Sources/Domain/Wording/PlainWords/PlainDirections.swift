public import Directions
import Messages

/// Directions in plain words with the same meaning. Each sentence has the spans of the text that it is based on.
///
/// Nothing is calculated, rounded or added. What the label leaves open becomes a note, unread text is quoted, and
/// refused directions show no dose.
///
/// The instructions, limits and gaps stand for the label and are English in every language, like the label;
/// ``TranslatedDirections`` stands beside them. Our remarks (notes, cautions and what was not read) are in the language
/// of the current task.
public struct PlainDirections: Sendable, Hashable, Codable {
    /// One sentence, with the part of the directions that it is based on.
    public struct Sentence: Sendable, Hashable, Codable {
        /// What a sentence states.
        public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
            /// What to do.
            case instruction
            /// A printed maximum.
            case limit
            /// The minimum time between two as-needed doses, from the instruction's own "every 4 hours".
            case gap
            /// What the label leaves open; our words, not the label's.
            case note
            /// Text that could not be read, as a quotation.
            case unread
            /// Why a person must check the directions: an error-prone notation, or an uncertain reading.
            case caution
        }

        /// The sentence as it is shown.
        public let text: String
        /// What the sentence states.
        public let kind: Kind
        /// Spans of the text of the directions.
        public let spans: [TextSpan]
        /// The index of the clause; nil if the sentence is about the whole.
        public let clause: Int?
        /// Counted from 1 if steps follow each other; clauses of one step share the number. Otherwise nil.
        public let step: Int?

        public init(_ text: String, _ kind: Kind, spans: [TextSpan] = [], clause: Int? = nil, step: Int? = nil) {
            self.text = text
            self.kind = kind
            self.spans = spans
            self.clause = clause
            self.step = step
        }
    }

    /// The sentences in the order in which they are shown; for refused directions, only cautions.
    public let sentences: [Sentence]

    public init(_ directions: DirectionsReading) {
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

    /// All sentences in order, with numbered steps.
    public var text: String {
        var last: Int?
        return sentences.map { sentence in
            defer { last = sentence.step ?? last }
            guard let step = sentence.step, step != last else { return sentence.text }
            return "Step \(step): \(sentence.text)"
        }.joined(separator: " ")
    }

    /// The sentences of the label without our remarks. Reading this text again gives the same clauses.
    public var directionsText: String {
        sentences.filter { $0.kind == .instruction || $0.kind == .limit }.map(\.text).joined(separator: " ")
    }

    /// Returns a short form for a list: "1 tablet, 2 times a day, only if needed".
    public static func summary(of direction: Direction) -> String {
        PlainClause(direction, at: 0, step: nil, of: DirectionsReading(text: "", status: .ok, clauses: [direction]))
            .summary
    }

    /// Returns "1 tablet"; nil if no dose is printed.
    public static func amount(of direction: Direction) -> String? { direction.dose.flatMap(PlainAmount.words) }

    /// Returns "5 mg each, 10 mg in all"; nil if no weight is printed beside the dose.
    public static func strength(of direction: Direction) -> String? { PlainAmount.strength(of: direction) }

    static var refusal: Sentence {
        Sentence(
            localized(
                """
                These directions could not be read safely, so no dose is shown. Read the label itself and ask your \
                pharmacist.
                """), .caution)
    }
    static var nothing: Sentence {
        Sentence(localized("No directions were found in this text. Read the label itself."), .caution)
    }
    static var check: Sentence {
        Sentence(
            localized("Check this against the label before you rely on it: not all of it could be read for sure."),
            .caution)
    }
}
