import Directions

/// Reads the directions of a label for a person who compares them.
struct LabelReader {
    let reading: DirectionsReading

    /// `text` has the directions as they are printed.
    init(_ text: String) {
        reading = DirectionsReader.read(text)
    }

    /// The instructions that the app may show; empty if the directions are refused.
    var proposal: [Direction] {
        switch reading.status {
        case .ok, .review: reading.clauses
        case .refuse: []
        }
    }

    /// The sentences about what is risky or unclear in the text.
    var warnings: [String] {
        reading.flags.compactMap { FlagDefinition.of($0.code)?.sentence }
    }

    /// The parts of the text that a person must compare with the label.
    var toCompare: [String] {
        reading.status == .refuse ? [reading.text] : reading.remarks
    }

    /// Returns the printed words for the dose of a clause.
    func words(forDoseOf clause: Int) -> [String] {
        reading.spans.filter { $0.clause == clause && $0.field == .dose }.map { $0.span.text(of: reading.text) }
    }
}
