import Calendar
import Messages

/// A value for which our table's row of the species and a service differ, and the rule that decides between them.
public struct CareDispute: Sendable, Hashable {
    /// What the value is about.
    public enum Subject: String, Sendable, CaseIterable {
        case dryness, light, airHumidity, nutriments, survival, maximum, acidity, growthRate, growthMonths, bloomMonths,
            pets, people
    }

    /// Which value is used.
    public enum Outcome: Sendable, Hashable {
        /// The service's value is at most one class from ours: the service is followed.
        case followed
        /// The service's value is further away, and a second field supports it: the service is followed.
        case supported
        /// The service's value is further away: our value is moved towards it as far as the rule allows.
        case bounded
        /// The value has no classes: our value is kept.
        case kept
        /// The graver of two warnings is taken.
        case graver
    }

    /// What the value is about.
    public let subject: Subject
    /// Which value is used.
    public let outcome: Outcome
    /// The value of our table. Months are those of the northern hemisphere.
    public let table: Sourced<CareValue.Content>
    /// The value of the service. Months are those of the northern hemisphere.
    public let service: Sourced<CareValue.Content>

    public init(
        _ subject: Subject, _ outcome: Outcome, table: Sourced<CareValue.Content>, service: Sourced<CareValue.Content>
    ) {
        self.subject = subject
        self.outcome = outcome
        self.table = table
        self.service = service
    }

    /// The two values, our table's first.
    public var sides: [Sourced<CareValue.Content>] { [table, service] }

    /// The field that a person overrules to choose a value; nil if it cannot be overruled.
    public var field: CareField? {
        switch subject {
        case .dryness: .water
        case .light: .light
        case .airHumidity: .airHumidity
        case .nutriments: .fertiliserInterval
        case .survival: .minimumTemperature
        case .growthRate: .growthRate
        case .growthMonths: .growthMonths
        case .bloomMonths: .bloomMonths
        case .pets: .pets
        case .people: .people
        case .maximum, .acidity: nil
        }
    }

    /// The path of the plan's value beside which both are shown.
    public var path: String {
        switch subject {
        case .dryness: "watering.dryness"
        case .light: "light.level"
        case .airHumidity: "humidity.level"
        case .nutriments: "fertiliser.frequency"
        case .survival: "temperature.minimum"
        case .maximum: "temperature.maximum"
        case .acidity: "soil.phLow"
        case .growthRate: "growth.rate"
        case .growthMonths: "growth.months"
        case .bloomMonths: "bloom.months"
        case .pets: "toxicity.pets"
        case .people: "toxicity.people"
        }
    }

    /// The reason for the value of the plan.
    public var rule: String {
        switch outcome {
        case .followed:
            localized("they are at most one class apart, so \(serviceName, "service") is followed")
        case .supported: localized("a second field agrees, so \(serviceName, "service") is followed")
        case .bounded: localized("one field of a service moves our value by one class at most")
        case .kept: localized("our table is followed until you choose")
        case .graver: localized("the graver of the two counts")
        }
    }

    var serviceName: String { service.source.originWords ?? localized("the service") }
}

// MARK: - Combining a service's facts with our table

extension CareFacts {
    /// Combines a service's facts (`self`) with those of our table.
    ///
    /// The service is followed if the table has only a value for the genus, the family, the growth form or a default,
    /// because the service describes the species. A value in the table's row of the species is moved by at most one
    /// class. Soil dryness depends on several fields and is combined by `dryness(inTheOpen:)`.
    public func fused(with table: CareFacts) -> CareFacts {
        var facts = filled(by: table)
        facts.bound(\.light, .light, self, table) { CareLight.Category(level: $0).order }
        facts.bound(\.airHumidity, .airHumidity, self, table, CareAir.order)
        facts.bound(\.nutriments, .nutriments, self, table) { CareFertilising.Frequency(nutriments: $0).order }
        facts.bound(\.survival, .survival, self, table) { CareTemperature.Tolerance(minimum: $0).order }
        facts.bound(\.maximum, .maximum, self, table) { Int((Double($0) / 5).rounded(.down)) }
        facts.boundRate(self, table)
        facts.boundAcidity(self, table)
        facts.keepMonths(\.growthMonths, .growthMonths, self, table)
        facts.keepMonths(\.bloomMonths, .bloomMonths, self, table)
        facts.noteHarm(\.pets, .pets, self, table)
        facts.noteHarm(\.people, .people, self, table)
        return facts
    }

    /// Returns both values for the species if they differ; otherwise nil.
    private static func pair<Value>(
        _ path: KeyPath<CareFacts, Sourced<Value>?>, _ said: CareFacts, _ table: CareFacts
    ) -> (ours: Sourced<Value>, theirs: Sourced<Value>)? {
        guard let theirs = said[keyPath: path], theirs.source.kind == .trefle, let ours = table[keyPath: path],
            ours.source.kind == .species, ours.value != theirs.value
        else { return nil }
        return (ours, theirs)
    }

    /// Takes the service's value, or the nearest one that is at most one class from ours.
    private mutating func bound(
        _ path: WritableKeyPath<CareFacts, Sourced<Int>?>, _ subject: CareDispute.Subject, _ said: CareFacts,
        _ table: CareFacts, _ order: (Int) -> Int
    ) {
        guard let (ours, theirs) = Self.pair(path, said, table) else { return }
        let step = ours.value > theirs.value ? 1 : -1
        let nearest = stride(from: theirs.value, to: ours.value, by: step).first {
            abs(order($0) - order(ours.value)) <= 1
        }
        take(nearest ?? ours.value, path, subject, ours, theirs) { .int($0) }
    }

    private mutating func boundRate(_ said: CareFacts, _ table: CareFacts) {
        guard let (ours, theirs) = Self.pair(\.growthRate, said, table) else { return }
        // There are three classes, so the middle one is at most one class from both.
        let isNear = ours.value == .moderate || theirs.value == .moderate
        take(isNear ? theirs.value : .moderate, \.growthRate, .growthRate, ours, theirs) { .text($0.rawValue) }
    }

    /// One class is 1 pH; each bound is moved separately.
    private mutating func boundAcidity(_ said: CareFacts, _ table: CareFacts) {
        guard let (ours, theirs) = Self.pair(\.acidity, said, table) else { return }
        func end(_ theirs: Double, _ ours: Double) -> Double { min(max(theirs, ours - 1), ours + 1) }
        let low = end(theirs.value.lowerBound, ours.value.lowerBound)
        let high = end(theirs.value.upperBound, ours.value.upperBound)
        take(low...max(low, high), \.acidity, .acidity, ours, theirs) { range in
            let (low, high) = (
                Units.local(range.lowerBound, places: 1), Units.local(range.upperBound, places: 1)
            )
            return .text(localized("pH \(low, "lowest") to \(high, "highest")"))
        }
    }

    private mutating func keepMonths(
        _ path: WritableKeyPath<CareFacts, Sourced<Months>?>, _ subject: CareDispute.Subject, _ said: CareFacts,
        _ table: CareFacts
    ) {
        guard let (ours, theirs) = Self.pair(path, said, table) else { return }
        self[keyPath: path] = ours
        disputes.append(
            CareDispute(
                subject, .kept, table: ours.map { .ints($0.numbers) }, service: theirs.map { .ints($0.numbers) }))
    }

    /// Records both values. `filled(by:)` has decided which one is followed.
    private mutating func noteHarm(
        _ path: KeyPath<CareFacts, Sourced<Toxicity>?>, _ subject: CareDispute.Subject, _ said: CareFacts,
        _ table: CareFacts
    ) {
        guard let (ours, theirs) = Self.pair(path, said, table) else { return }
        disputes.append(
            CareDispute(
                subject, .graver, table: ours.map { .text($0.rawValue) }, service: theirs.map { .text($0.rawValue) }))
    }

    private mutating func take<Value>(
        _ value: Value, _ path: WritableKeyPath<CareFacts, Sourced<Value>?>, _ subject: CareDispute.Subject,
        _ ours: Sourced<Value>, _ theirs: Sourced<Value>, _ content: (Value) -> CareValue.Content
    ) {
        let isWhole = value == theirs.value
        self[keyPath: path] = isWhole ? theirs : Sourced(value, from: .weighed(ours.source, theirs.source))
        disputes.append(
            CareDispute(
                subject, isWhole ? .followed : .bounded, table: ours.map(content), service: theirs.map(content)))
    }
}

extension CareSource {
    /// Returns the source of a value that follows from our table and a service together.
    static func weighed(_ table: CareSource, _ service: CareSource) -> CareSource {
        CareSource(
            .weighed, name: table.name,
            origin: [table.origin, service.origin].compactMap { $0 }.joined(separator: " and "), date: service.date,
            link: service.link)
    }
}
