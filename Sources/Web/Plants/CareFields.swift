import Foundation
import Household
import Messages
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
                let (name, allowed) = (name(field), allowed(field, units))
                throw HouseholdError(
                    .valueRefused, localized("\(name, "field") must be \(allowed, "allowed")."),
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
        return localized("a whole number of °F from -76 to 140")
    }

    static func label(_ field: CareField, _ units: Units) -> String {
        let unit = units.temperatureUnit
        return switch field {
        case .light: localized("Light, 0 (shade) to 10 (full sun)")
        case .airHumidity: localized("Air humidity, 0 (dry) to 10 (wet)")
        case .fertiliserInterval: localized("Days between fertilising, 0 for none")
        case .minimumTemperature: localized("Lowest temperature, \(unit, "unit")")
        case .comfortLow: localized("Grows well from, \(unit, "unit")")
        case .comfortHigh: localized("Grows well up to, \(unit, "unit")")
        case .growthMonths: localized("Months of growth, such as 3-9")
        case .bloomMonths: localized("Months of bloom, such as 5-6")
        case .water, .soil, .rest, .pets, .people, .notes, .wateringInterval, .fertiliserType, .growthRate: name(field)
        }
    }

    /// The label without the scale or an example.
    private static func name(_ field: CareField) -> String {
        switch field {
        case .light: localized("Light", context: "of a plant")
        case .water: localized("How dry the soil may get")
        case .soil: localized("Soil")
        case .rest: localized("Rest", context: "of a plant")
        case .pets: localized("Poisonous to pets")
        case .people: localized("Poisonous to people")
        case .notes: localized("Good to know")
        case .wateringInterval: localized("Days between waterings")
        case .airHumidity: localized("Air humidity")
        case .fertiliserInterval: localized("Days between fertilising")
        case .fertiliserType: localized("Fertiliser")
        case .minimumTemperature: localized("Lowest temperature")
        case .comfortLow: localized("Grows well from")
        case .comfortHigh: localized("Grows well up to")
        case .growthMonths: localized("Months of growth")
        case .bloomMonths: localized("Months of bloom")
        case .growthRate: localized("Growth rate")
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
        case .fertiliserType: FertiliserType.allCases.map { ($0.rawValue, word($0)) }
        case .growthRate: GrowthRate.allCases.map { ($0.rawValue, word($0)) }
        case .rest: Rest.allCases.map { ($0.rawValue, word($0)) }
        case .pets, .people: Toxicity.allCases.map { ($0.rawValue, Wording.capitalised(word($0))) }
        default: []
        }
    }

    private static func word(_ type: FertiliserType) -> String {
        switch type {
        case .balanced: localized("Balanced", context: "fertiliser")
        case .phosphorus: localized("Phosphorus", context: "fertiliser")
        case .potassium: localized("Potassium", context: "fertiliser")
        case .organic: localized("Organic", context: "fertiliser")
        case .highNitrogen: localized("High nitrogen", context: "fertiliser")
        }
    }

    private static func word(_ rate: GrowthRate) -> String {
        switch rate {
        case .slow: localized("Slow", context: "growth")
        case .moderate: localized("Moderate", context: "growth")
        case .rapid: localized("Rapid", context: "growth")
        }
    }

    private static func word(_ dryness: Dryness) -> String {
        switch dryness {
        case .veryLow: localized("Almost always dry")
        case .low: localized("Dry before each watering")
        case .medium: localized("Dry on top, moist below")
        case .high: localized("Always a little moist")
        case .wet: localized("Always wet")
        }
    }
}

extension Wording {
    /// Returns a text such as "Trefle, Monstera deliciosa, 21 Nov 2026", "your own value, 3 May 2026" or "a cautious
    /// default".
    static func source(_ source: CareSource, of plant: String? = nil) -> String {
        let isService = source.kind == .trefle || source.kind == .weighed
        // The name of the species is omitted on the page of a plant of this species.
        let isOwn = source.kind == .species && source.name == plant && plant != nil
        return [
            isOwn ? localized("its species") : kind(of: source), isService ? nil : source.originWords,
            source.date.map(shortDate),
        ].compactMap { $0 }.joined(separator: ", ")
    }

    private static func kind(of source: CareSource) -> String {
        switch source.kind {
        case .person: return localized("your own value")
        case .trefle: return ["Trefle", source.name].compactMap { $0 }.joined(separator: ", ")
        case .weighed: return localized("its species and Trefle together")
        case .species:
            guard let name = source.name else { return localized("species") }
            return localized("species \(name, "name")")
        case .genus:
            guard let name = source.name else { return localized("genus") }
            return localized("genus \(name, "name")")
        case .family:
            guard let name = source.name else { return localized("family", context: "of plants") }
            return localized("family \(name, "name")")
        case .form:
            return [localized("plants of its form"), source.formWords].compactMap { $0 }.joined(separator: ", ")
        case .assumed: return localized("a cautious default")
        }
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
