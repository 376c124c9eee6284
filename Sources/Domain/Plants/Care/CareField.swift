public import Calendar
import Messages

/// The fields that a person may overrule for one plant, by the names used in pages, commands and files.
public enum CareField: String, Sendable, CaseIterable {
    case light, water, soil, rest, pets, people, notes
    case wateringInterval = "watering-interval"
    case airHumidity = "air-humidity"
    case fertiliserInterval = "fertiliser-interval"
    case fertiliserType = "fertiliser-type"
    case minimumTemperature = "minimum-temperature"
    case comfortLow = "comfort-low"
    case comfortHigh = "comfort-high"
    case growthMonths = "growth-months"
    case bloomMonths = "bloom-months"
    case growthRate = "growth-rate"

    /// The allowed values, as words after "it must be".
    public var allowed: String {
        switch self {
        case .light, .airHumidity: localized("a whole number from 0 to 10")
        case .water: Self.words(Dryness.self)
        case .wateringInterval: localized("a whole number of days from 1 to 60")
        case .fertiliserInterval: localized("a whole number of days from 1 to 365, or 0 for none")
        case .fertiliserType: Self.words(FertiliserType.self)
        case .minimumTemperature, .comfortLow, .comfortHigh: localized("a whole number of °C from -60 to 60")
        case .soil, .notes: localized("1 to \(Self.textLimit, "limit") characters")
        case .growthMonths, .bloomMonths: localized("months of your place such as 3-9, 10-4 or 3-5,9")
        case .growthRate: Self.words(GrowthRate.self)
        case .rest: Self.words(Rest.self)
        case .pets, .people: Self.words(Toxicity.self)
        }
    }

    /// The longest text of a field, in code points.
    public static let textLimit = 500

    /// Returns true if `text` is an allowed value.
    public func accepts(_ text: String) -> Bool {
        var facts = CareFacts()
        return facts.put(text, in: self, from: CareSource(.person))
    }

    private static func words<Word: RawRepresentable & CaseIterable>(_ type: Word.Type) -> String
    where Word.RawValue == String {
        type.allCases.map(\.rawValue).joined(separator: ", ")
    }
}

extension CareFacts {
    /// Returns the facts with a person's values in place of the sourced ones. Invalid values are ignored.
    ///
    /// Months are those of the person's own place; temperatures are in °C.
    public func overruled(by texts: [CareField: String], on day: LocalDay? = nil) -> CareFacts {
        var facts = self
        let source = CareSource(.person, date: day)
        // A person's value replaces the weighed one; the two other values are still shown.
        if let dispute = dryness(inTheOpen: false).dispute, texts[.water] != nil { facts.disputes.append(dispute) }
        for (field, text) in texts { _ = facts.put(text, in: field, from: source) }
        return facts
    }

    fileprivate mutating func put(_ text: String, in field: CareField, from source: CareSource) -> Bool {
        switch field {
        case .light: put(\.light, Self.number(text, 0...10), source)
        case .water: put(\.water, Dryness(rawValue: text), source)
        case .wateringInterval: put(\.wateringInterval, Self.number(text, CareWatering.intervals), source)
        case .airHumidity: put(\.airHumidity, Self.number(text, 0...10), source)
        case .fertiliserInterval: put(\.fertiliserInterval, Self.number(text, 0...365), source)
        case .fertiliserType: put(\.fertiliser, FertiliserType(rawValue: text), source)
        case .minimumTemperature: put(\.survival, Self.number(text, -60...60), source)
        case .comfortLow: put(\.comfortLow, Self.number(text, -60...60), source)
        case .comfortHigh: put(\.comfortHigh, Self.number(text, -60...60), source)
        case .soil: put(\.soil, Self.words(text), source)
        case .growthMonths: put(\.growthMonths, Self.months(text), source)
        case .bloomMonths: put(\.bloomMonths, Self.months(text), source)
        case .growthRate: put(\.growthRate, GrowthRate(rawValue: text), source)
        case .rest: put(\.rest, Rest(rawValue: text), source)
        case .pets: put(\.pets, Toxicity(rawValue: text), source)
        case .people: put(\.people, Toxicity(rawValue: text), source)
        case .notes: put(\.notes, Self.words(text), source)
        }
    }

    private mutating func put<Value>(
        _ path: WritableKeyPath<CareFacts, Sourced<Value>?>, _ value: Value?, _ source: CareSource
    ) -> Bool {
        guard let value else { return false }
        self[keyPath: path] = Sourced(value, from: source)
        return true
    }

    private static func number(_ text: String, _ range: ClosedRange<Int>) -> Int? {
        Int(text).flatMap { range.contains($0) ? $0 : nil }
    }

    private static func months(_ text: String) -> Months? { Months(text).flatMap { $0.isEmpty ? nil : $0 } }

    private static func words(_ text: String) -> String? {
        let isText = !text.allSatisfy(\.isWhitespace) && text.unicodeScalars.count <= CareField.textLimit
        let isControlled = text.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" }
        return isText && !isControlled ? text : nil
    }
}
