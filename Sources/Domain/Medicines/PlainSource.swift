/// What stands on the label where a clause was read: wording that the clause itself does not keep.
struct PlainSource {
    private let directions: Directions
    private let clause: Int
    /// The label's own verb, as it is said here.
    let verb: String?

    init(_ directions: Directions, clause: Int) {
        self.directions = directions
        self.clause = clause
        verb = Self.verb(in: directions, clause: clause)
    }

    /// In the order of the text, each once.
    func spans(_ fields: [Directions.Field]) -> [TextSpan] {
        Array(Set(directions.spans.filter { $0.clause == clause && fields.contains($0.field) }.map(\.span))).sorted()
    }

    var saysNebuliser: Bool { says(.route) { $0.contains("neb") } }

    /// "with meals" asks for more than "with food"; which of them, only the label tells.
    func mealWords(_ event: Direction.Event) -> String {
        let word = says(.when) { $0.contains("food") } ? "food" : says(.when) { $0.contains("meal") } ? "meals" : nil
        switch event {
        case .C: return "with \(word ?? "food")"
        case .AC: return "before \(word ?? "meals")"
        case .PC: return "after \(word ?? "meals")"
        default: return PlainTiming.event(event)
        }
    }

    /// "for pain", "to reduce swelling".
    func purpose(_ reason: String) -> String {
        let text = directions.text.lowercased()
        return text.contains("to \(reason.lowercased())") ? "to \(reason)" : "for \(reason)"
    }

    private func says(_ field: Directions.Field, _ isSaid: (String) -> Bool) -> Bool {
        spans([field]).contains { isSaid($0.text(of: directions.text).lowercased()) }
    }

    /// The verb that stands before the clause's dose, else the first of all.
    private static func verb(in directions: Directions, clause: Int) -> String? {
        let scalars = Array(directions.text.unicodeScalars)
        let own = directions.spans.filter { $0.clause == clause }.map(\.span)
        let before = directions.spans.filter { $0.clause < clause }.map(\.span.end).max() ?? 0
        let end = own.map(\.end).max() ?? scalars.count
        let region = before < end && end <= scalars.count ? before..<end : 0..<scalars.count
        return firstVerb(scalars[region]) ?? firstVerb(scalars[...])
    }

    private static func firstVerb(_ scalars: ArraySlice<Unicode.Scalar>) -> String? {
        scalars.split { !$0.properties.isAlphabetic }.lazy.compactMap { word in
            var text = String.UnicodeScalarView()
            text.append(contentsOf: word)
            return PlainVerb.ofLabels[String(text).lowercased()]
        }.first
    }
}
