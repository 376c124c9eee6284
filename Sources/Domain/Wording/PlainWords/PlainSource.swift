import Directions

/// The text of the label for a clause, for wording that the clause does not keep.
struct PlainSource {
    private let directions: DirectionsReading
    private let clause: Int
    /// The verb of the label, in the form used in our sentences.
    let verb: String?

    init(_ directions: DirectionsReading, clause: Int) {
        self.directions = directions
        self.clause = clause
        verb = Self.verb(in: directions, clause: clause)
    }

    /// Returns the spans in the order of the text, without duplicates.
    func spans(_ fields: [DirectionsReading.Field]) -> [TextSpan] {
        Array(Set(directions.spans.filter { $0.clause == clause && fields.contains($0.field) }.map(\.span))).sorted()
    }

    var saysNebuliser: Bool { says(.route) { $0.contains("neb") } }

    /// Returns "with meals" or "with food"; the two differ, and only the text of the label distinguishes them.
    func mealWords(_ event: Direction.Event) -> String {
        let word = says(.when) { $0.contains("food") } ? "food" : says(.when) { $0.contains("meal") } ? "meals" : nil
        switch event {
        case .C: return "with \(word ?? "food")"
        case .AC: return "before \(word ?? "meals")"
        case .PC: return "after \(word ?? "meals")"
        default: return PlainTiming.event(event)
        }
    }

    /// Returns "for pain" or "to reduce swelling".
    func purpose(_ reason: String) -> String {
        let text = directions.text.lowercased()
        return text.contains("to \(reason.lowercased())") ? "to \(reason)" : "for \(reason)"
    }

    private func says(_ field: DirectionsReading.Field, _ isSaid: (String) -> Bool) -> Bool {
        spans([field]).contains { isSaid($0.text(of: directions.text).lowercased()) }
    }

    /// Returns the verb before the clause's dose ("chew 1 tablet"), otherwise one after it ("1 to be taken"), otherwise
    /// that of the clause before: "1 tablet, swallow whole" is taken.
    private static func verb(in directions: DirectionsReading, clause: Int) -> String? {
        let scalars = Array(directions.text.unicodeScalars)
        let spans = directions.spans.filter { $0.span.end <= scalars.count }
        guard let end = spans.filter({ $0.clause == clause }).map(\.span.end).max() else {
            return firstVerb(scalars[...])
        }
        let start = min(spans.filter { $0.clause < clause }.map(\.span.end).max() ?? 0, end)
        let dose = spans.first { $0.clause == clause && $0.field == .dose && $0.span.start >= start }?.span.start ?? end
        return firstVerb(scalars[start..<dose]) ?? firstVerb(scalars[dose..<max(end, dose)]) {
            $0.hasSuffix("ed") || $0 == "taken"
        }
            ?? (clause == 0 ? nil : verb(in: directions, clause: clause - 1))
    }

    private static func firstVerb(
        _ scalars: ArraySlice<Unicode.Scalar>, where fits: (String) -> Bool = { _ in true }
    ) -> String? {
        for word in scalars.split(whereSeparator: { !$0.properties.isAlphabetic }) {
            var text = String.UnicodeScalarView()
            text.append(contentsOf: word)
            let said = String(text).lowercased()
            if let verb = PlainVerb.ofLabels[said], fits(said) { return verb }
        }
        return nil
    }
}
