import Directions

/// Conditions that every reading must satisfy, whatever the text.
enum DirectionsSpans {
    private static let words: Set = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "half", "quarter", "once",
        "twice", "a", "an", "daily", "day", "morning", "night", "i", "ii", "iii",
    ]

    static func fault(in read: DirectionsReading) -> String? {
        let length = read.text.unicodeScalars.count
        let spans = read.spans.map(\.span) + read.unread + read.flags.compactMap(\.span)
        if let outside = spans.first(where: { $0.start < 0 || $0.end > length || $0.isEmpty }) {
            return "\(outside) lies outside the text"
        }
        if read.status == .refuse, !read.clauses.isEmpty || !read.spans.isEmpty { return "refused with a dose" }
        if read.status == .ok, read.clauses.isEmpty || !read.unread.isEmpty { return "nothing read, or not all" }
        if read.flags.contains(where: { FlagDefinition.of($0.code) == nil }) { return "a flag of no list" }
        for (index, clause) in read.clauses.enumerated() {
            if let fault = fault(of: clause, index, in: read) { return fault }
        }
        return nil
    }

    private static func fault(of clause: Direction, _ index: Int, in read: DirectionsReading) -> String? {
        func texts(_ field: DirectionsReading.Field) -> [String] {
            read.spans.filter { $0.clause == index && $0.field == field }.map { $0.span.text(of: read.text) }
        }
        let needed: [(Bool, DirectionsReading.Field)] = [
            (clause.dose != nil, .dose), (clause.frequency != nil, .frequency), (!clause.when.isEmpty, .when),
            (!clause.times.isEmpty, .times), (!clause.days.isEmpty, .days), (clause.count != nil, .count),
            (clause.isAsNeeded, .asNeeded), (clause.duration != nil, .duration), (clause.maximum != nil, .max),
            (clause.route != nil, .route), (clause.reason != nil, .reason), (clause.strength != nil, .strength),
        ]
        for (isThere, field) in needed where isThere && texts(field).isEmpty {
            return "clause \(index) has no place for its \(field.rawValue)"
        }
        for (isThere, field) in needed where isThere && [.dose, .strength, .max].contains(field) {
            let hasNumber = texts(field).contains { text in
                text.unicodeScalars.contains { $0.properties.numericType != nil }
                    || text.lowercased().split { !$0.isLetter }.contains { words.contains(String($0)) || $0.count > 3 }
            }
            if !hasNumber { return "clause \(index): no number in the place of its \(field.rawValue)" }
        }
        return nil
    }
}
