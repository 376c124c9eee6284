import Foundation
import Household
import Plants
import Recognition

/// The form fields of a tile, with which a person overrules the plan.
extension CareTiles {
    /// Returns the values to overrule, and the fields that return to the value of the plan.
    ///
    /// Throws `valueRefused` with the field in `detail`.
    static func read(
        _ form: [String: String], units: Units
    ) throws -> (own: [CareField: String], taken: [CareField]) {
        var own: [CareField: String] = [:]
        var taken: [CareField] = []
        for field in CareField.allCases {
            guard let typed = form[field.rawValue]?.trimmingCharacters(in: .whitespacesAndNewlines) else { continue }
            if typed.isEmpty || form["take-back"] != nil {
                taken.append(field)
                continue
            }
            let text = isTemperature(field) ? celsius(typed, units) ?? typed : typed.replacing("\r\n", with: "\n")
            guard field.accepts(text) else {
                throw HouseholdError(
                    .valueRefused, "\(label(field, units).prefix { $0 != "," }) must be \(allowed(field, units)).",
                    detail: field.rawValue)
            }
            own[field] = text
        }
        return (own, taken)
    }

    static func isTemperature(_ field: CareField) -> Bool {
        [.minimumTemperature, .comfortLow, .comfortHigh].contains(field)
    }

    private static func celsius(_ text: String, _ units: Units) -> String? {
        guard let number = Double(text), abs(number) < 1_000 else { return nil }
        return String(Int(units.celsius(temperature: number).rounded()))
    }

    private static func allowed(_ field: CareField, _ units: Units) -> String {
        guard isTemperature(field), units == .imperial else { return field.allowed }
        return "a whole number of °F from -76 to 140"
    }

    static func label(_ field: CareField, _ units: Units) -> String {
        switch field {
        case .light: "Light, 0 (shade) to 10 (full sun)"
        case .water: "How dry the soil may get"
        case .soil: "Soil"
        case .rest: "Rest"
        case .pets: "Poisonous to pets"
        case .people: "Poisonous to people"
        case .notes: "Good to know"
        case .wateringInterval: "Days between waterings"
        case .airHumidity: "Air humidity, 0 (dry) to 10 (wet)"
        case .fertiliserInterval: "Days between fertilising, 0 for none"
        case .fertiliserType: "Fertiliser"
        case .minimumTemperature: "Lowest temperature, \(units.temperatureUnit)"
        case .comfortLow: "Grows well from, \(units.temperatureUnit)"
        case .comfortHigh: "Grows well up to, \(units.temperatureUnit)"
        case .growthMonths: "Months of growth, such as 3-9"
        case .bloomMonths: "Months of bloom, such as 5-6"
        case .growthRate: "Growth rate"
        }
    }

    /// Returns a form field with the person's own value; empty if the value of the plan applies.
    func field(_ field: CareField) -> FieldFields {
        let typed = fault?.part == .care ? fault?.typed[field.rawValue] : nil
        let own = typed ?? plant.overruled[field].map { shown($0, in: field) } ?? ""
        let options = Self.options(field)
        let isWrong = fault?.part == .care && fault?.field == field.rawValue
        return FieldFields(
            field: field.rawValue, label: Self.label(field, units), own: own, isChoice: !options.isEmpty,
            isText: options.isEmpty && (field == .soil || field == .notes || isMonths(field)),
            isNumber: options.isEmpty && field != .soil && field != .notes && !isMonths(field),
            options: options.map { OptionFields(value: $0.0, word: $0.1, chosen: $0.0 == own) },
            limit: String(CareField.textLimit), isWrong: isWrong, wrong: isWrong ? fault?.message : nil)
    }

    private func isMonths(_ field: CareField) -> Bool { field == .growthMonths || field == .bloomMonths }

    func shown(_ text: String, in field: CareField) -> String {
        guard Self.isTemperature(field), let number = Double(text) else { return text }
        return Units.text(units.temperature(celsius: number), places: 0)
    }

    private static func options(_ field: CareField) -> [(String, String)] {
        switch field {
        case .water:
            Dryness.allCases.map { ($0.rawValue, word($0)) }
        case .fertiliserType: words(FertiliserType.self)
        case .growthRate: words(GrowthRate.self)
        case .rest: Rest.allCases.map { ($0.rawValue, word($0)) }
        case .pets, .people: Toxicity.allCases.map { ($0.rawValue, Wording.capitalised(word($0))) }
        default: []
        }
    }

    private static func words<Word: RawRepresentable & CaseIterable>(_ type: Word.Type) -> [(String, String)]
    where Word.RawValue == String {
        type.allCases.map { ($0.rawValue, Wording.capitalised(Wording.plain($0.rawValue))) }
    }

    private static func word(_ dryness: Dryness) -> String {
        switch dryness {
        case .veryLow: "Almost always dry"
        case .low: "Dry before each watering"
        case .medium: "Dry on top, moist below"
        case .high: "Always a little moist"
        case .wet: "Always wet"
        }
    }
}

extension Wording {
    /// Returns "high nitrogen" for "high-nitrogen".
    static func plain(_ word: String) -> String { word.replacing("-", with: " ") }

    /// Returns a text such as "Trefle, Monstera deliciosa, 21 Nov 2026", "your own value, 3 May 2026" or "a cautious
    /// default".
    static func source(_ source: CareSource, of plant: String? = nil) -> String {
        let name = source.name.map { " \($0)" } ?? ""
        let what =
            switch source.kind {
            case .person: "your own value"
            case .trefle: "Trefle" + (source.name.map { ", \($0)" } ?? "")
            case .weighed: "its species and Trefle together"
            // The name of the species is omitted on the page of a plant of this species.
            case .species: source.name == plant && plant != nil ? "its species" : "species\(name)"
            case .genus: "genus\(name)"
            case .family: "family\(name)"
            case .form: "plants of its form" + (source.name.map { ", \($0)" } ?? "")
            case .assumed: "a cautious default"
            }
        return [
            what, source.kind == .trefle || source.kind == .weighed ? nil : source.origin, source.date.map(shortDate),
        ].compactMap { $0 }
            .joined(separator: ", ")
    }
}

extension CareTiles {
    /// The fields of one form field of a tile.
    struct FieldFields: TemplateFields {
        let field: String
        let label: String
        let own: String
        let isChoice: Bool
        let isText: Bool
        let isNumber: Bool
        let options: [OptionFields]
        let limit: String
        let isWrong: Bool
        let wrong: String?
    }
}
