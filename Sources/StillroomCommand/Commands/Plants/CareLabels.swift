import Messages

/// The words before the values of a care plan, by the path of the value.
enum CareLabels {
    static func section(_ name: String) -> String {
        switch name {
        case "light": localized("Light")
        case "watering": localized("Watering")
        case "humidity": localized("Humidity")
        case "temperature": localized("Temperature")
        case "soil": localized("Soil")
        case "fertiliser": localized("Fertiliser")
        case "pruning": localized("Pruning")
        case "repotting": localized("Repotting")
        case "growth": localized("Growth")
        case "bloom": localized("Bloom")
        case "toxicity": localized("Poisonous")
        case "link": localized("More", context: "a web page")
        case "notes": localized("Note")
        default: name.prefix(1).uppercased() + name.dropFirst()
        }
    }

    /// Returns the label, as "every month"; the last part of the path if it has none.
    static func label(_ path: String) -> String {
        switch path {
        case "light.level", "humidity.level": localized("level of 10", context: "label of care")
        case "light.category": localized("kind", context: "label of care")
        case "light.hours": localized("direct sun", context: "label of care")
        case "light.spot": localized("place", context: "label of care")
        case "watering.interval", "fertiliser.interval", "repotting.years":
            localized("every", context: "label of care")
        case "watering.frequency", "fertiliser.frequency": localized("how often", context: "label of care")
        case "watering.look": localized("when", context: "label of care")
        case "watering.byMonth": localized("Jan to Dec", context: "label of care")
        case "temperature.minimum": localized("lowest", context: "label of care")
        case "temperature.comfortLow": localized("best from", context: "label of care")
        case "temperature.comfortHigh": localized("best to", context: "label of care")
        case "temperature.maximum": localized("highest", context: "label of care")
        case "temperature.tolerance": localized("frost", context: "label of care")
        case "soil.phLow": localized("pH from", context: "label of care")
        case "soil.phHigh": localized("pH to", context: "label of care")
        case "growth.rate": localized("speed", context: "label of care")
        case "toxicity.pets": localized("for pets", context: "label of care")
        case "toxicity.people": localized("for people", context: "label of care")
        case "light.advice": localized("advice", context: "label of care")
        case "watering.dryness": localized("dryness", context: "label of care")
        case "watering.amount": localized("amount", context: "label of care")
        case "temperature.inPot": localized("inPot", context: "label of care")
        case "fertiliser.type": localized("type", context: "label of care")
        case "fertiliser.months", "growth.months", "bloom.months", "pruning.months":
            localized("months", context: "label of care")
        case "humidity.air": localized("air", context: "label of care")
        case "humidity.misting": localized("misting", context: "label of care")
        case "soil.texture": localized("texture", context: "label of care")
        case "growth.form": localized("form", context: "label of care")
        case "growth.rest": localized("rest", context: "label of care")
        case "bloom.season": localized("season", context: "label of care")
        case "toxicity.toxin": localized("toxin", context: "label of care")
        default: String(path.drop { $0 != "." }.dropFirst())
        }
    }
}
