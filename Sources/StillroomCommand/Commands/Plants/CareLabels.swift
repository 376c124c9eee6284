/// The words before the values of a care plan, by the path of the value.
enum CareLabels {
    static func section(_ name: String) -> String {
        switch name {
        case "toxicity": "Poisonous"
        case "link": "More"
        case "notes": "Note"
        default: name.prefix(1).uppercased() + name.dropFirst()
        }
    }

    /// Returns the label, as "every month"; the last part of the path if it has none.
    static func label(_ path: String) -> String {
        switch path {
        case "light.level", "humidity.level": "level of 10"
        case "light.category": "kind"
        case "light.hours": "direct sun"
        case "light.spot": "place"
        case "watering.interval", "fertiliser.interval", "repotting.years": "every"
        case "watering.frequency", "fertiliser.frequency": "how often"
        case "watering.look": "when"
        case "watering.byMonth": "Jan to Dec"
        case "temperature.minimum": "lowest"
        case "temperature.comfortLow": "best from"
        case "temperature.comfortHigh": "best to"
        case "temperature.maximum": "highest"
        case "temperature.tolerance": "frost"
        case "soil.phLow": "pH from"
        case "soil.phHigh": "pH to"
        case "growth.rate": "speed"
        case "toxicity.pets": "for pets"
        case "toxicity.people": "for people"
        default: String(path.drop { $0 != "." }.dropFirst())
        }
    }
}
