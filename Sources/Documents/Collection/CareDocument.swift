import Agenda
package import Calendar
package import Plants
package import Recognition

/// A care plan as JSON: each value with `value`, `unit`, `source` and `reason`; Docs/api.md describes it.
package struct CareDocument: Encodable, Sendable {
    private struct Leaf: Encodable {
        let value: CareValue

        private enum Keys: String, CodingKey {
            case value, unit, source, reason, sourceKind, sourceName, sourceDate, opinions
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(ContentDocument(content: value.value), forKey: .value)
            try container.encode(value.unit, forKey: .unit)
            try container.encode(value.source.text, forKey: .source)
            try container.encode(value.reason, forKey: .reason)
            try container.encode(value.source.kind.rawValue, forKey: .sourceKind)
            try container.encodeIfPresent(value.source.name, forKey: .sourceName)
            try container.encodeIfPresent(value.source.date?.description, forKey: .sourceDate)
            if !value.opinions.isEmpty {
                try container.encode(value.opinions.map(OpinionDocument.init), forKey: .opinions)
            }
        }
    }

    private struct ContentDocument: Encodable {
        let content: CareValue.Content

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch content {
            case .int(let number): try container.encode(number)
            case .double(let number): try container.encode(number)
            case .text(let text): try container.encode(text)
            case .ints(let numbers): try container.encode(numbers)
            }
        }
    }

    /// One of two different values, and the setting that chooses it.
    private struct OpinionDocument: Encodable {
        private struct Choice: Encodable {
            let field: String
            let value: String
        }

        private let value: ContentDocument
        private let source: String
        private let sourceKind: String
        private let effect: String?
        private let choice: Choice?

        init(_ opinion: CareValue.Opinion) {
            value = ContentDocument(content: opinion.value)
            source = opinion.source.text
            sourceKind = opinion.source.kind.rawValue
            effect = opinion.effect
            choice = opinion.choice.map { Choice(field: $0.field.rawValue, value: $0.value) }
        }
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ text: String) { stringValue = text }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    private struct Suggestion: Encodable {
        let kind: String
        let recurrence: String
        let start: String
        let reason: String
        /// True if the chore is not started automatically.
        let isOffered: Bool
    }

    private enum Keys: String, CodingKey {
        case plant, scientificName, on, latitude, zone, place, potDiameter, material, why, chores, disclaimer
        case isMostlyAssumed, learned
    }

    private let name: String
    private let taxon: Taxon?
    private let plan: CarePlan
    private let situation: Situation
    private let whereabouts: Whereabouts
    private let day: LocalDay
    private let zone: String?

    package init(
        _ plan: CarePlan, of name: String, taxon: Taxon?, situation: Situation, whereabouts: Whereabouts,
        on day: LocalDay, zone: String?
    ) {
        self.name = name
        self.taxon = taxon
        self.plan = plan
        self.situation = situation
        self.whereabouts = whereabouts
        self.day = day
        self.zone = zone
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(name, forKey: .plant)
        try container.encode(taxon?.scientificName, forKey: .scientificName)
        try container.encode(day.description, forKey: .on)
        try container.encode(whereabouts.latitude, forKey: .latitude)
        try container.encode(zone, forKey: .zone)
        try container.encode(situation.place.rawValue, forKey: .place)
        try container.encode(situation.potDiameter, forKey: .potDiameter)
        try container.encode(situation.material?.rawValue, forKey: .material)
        try container.encode(plan.watering.why, forKey: .why)
        try container.encode(plan.isMostlyAssumed, forKey: .isMostlyAssumed)
        try container.encode(plan.learning?.factor, forKey: .learned)
        try container.encode(
            plan.chores.map {
                Suggestion(
                    kind: $0.kind.rawValue, recurrence: $0.recurrence.text, start: $0.startsOn.description,
                    reason: $0.reason, isOffered: $0.isOffered)
            }, forKey: .chores)
        try container.encode(CarePlan.disclaimer, forKey: .disclaimer)
        try encodeValues(to: encoder.container(keyedBy: AnyKey.self))
    }

    /// Encodes "watering.interval" as {"watering": {"interval": …}}, beside the other keys.
    private func encodeValues(to root: KeyedEncodingContainer<AnyKey>) throws {
        var root = root
        for (name, values) in Dictionary(grouping: plan.values, by: { String($0.path.prefix { $0 != "." }) }) {
            if let only = values.first, values.count == 1, only.path == name {
                try root.encode(Leaf(value: only), forKey: AnyKey(name))
                continue
            }
            var group = root.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey(name))
            for value in values {
                try group.encode(Leaf(value: value), forKey: AnyKey(String(value.path.dropFirst(name.count + 1))))
            }
        }
    }
}
