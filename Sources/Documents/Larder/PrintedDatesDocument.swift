import Calendar
package import Larder

/// The dates printed on a package as JSON; Docs/api.md describes it.
package struct PrintedDatesDocument: Codable, Sendable {
    package struct Candidate: Codable, Sendable {
        /// "best-before" or "use-by".
        package let kind: String
        /// Whether a word such as "use by" was read beside it; without one, the kind is "best-before".
        package let kindPrinted: Bool
        package let day: String
        /// Whether only the month is printed; then `day` is its last day.
        package let onlyMonth: Bool
        /// The line of text with the date.
        package let line: String
    }

    /// The photograph, in the output of the command.
    package let file: String?
    /// The only date that is possible.
    package let proposal: Candidate?
    /// All dates that are possible, the likely ones first.
    package let candidates: [Candidate]
    package let lot: String?
    package let error: String?

    package init(_ dates: PrintedDates?, file: String? = nil, error: String? = nil) {
        self.file = file
        proposal = dates?.proposal.map(Self.candidate)
        candidates = (dates?.candidates ?? []).map(Self.candidate)
        lot = dates?.lot
        self.error = error
    }

    private static func candidate(_ candidate: PrintedDates.Candidate) -> Candidate {
        Candidate(
            kind: candidate.date.kind.rawValue, kindPrinted: candidate.isKindPrinted,
            day: candidate.date.day.description, onlyMonth: !candidate.hasDay, line: candidate.line)
    }
}
