import Messages

extension CareLight {
    /// What a level of light means at a place.
    ///
    /// Levels describe light outdoors. Behind glass, and one metre from a window, there is a fraction of it. Plants of
    /// the forest floor burn in midday sun at every place.
    public struct Spot: Sendable, Hashable {
        /// "bright, indirect light".
        public let words: String
        /// Hours of direct sun a day: "4 to 6".
        public let hours: String
        /// Where to find such light: a sentence without its full stop.
        public let advice: String

        init(level: Int, form: GrowthForm?, place: Situation.Place) {
            if place == .indoor {
                self = Self.indoors(level)
            } else {
                self = Self.inTheOpen(level, isOfForests: form.map(Self.forestForms.contains) ?? false)
            }
        }

        private init(_ words: String, hours: String, _ advice: String) {
            self.words = words
            self.hours = hours
            self.advice = advice
        }

        private static let forestForms: Set<GrowthForm> = [.aroid, .fern, .moss, .epiphyte, .palm]

        private static func indoors(_ level: Int) -> Spot {
            switch level {
            case ...2:
                Spot(
                    localized("low light"), hours: noHours, localized("It does without sun: up to 3 m from a window"))
            case ...4:
                Spot(
                    localized("indirect light"), hours: noHours,
                    localized("No direct sun: at a window that gets none, or 2 m from a sunny one"))
            case ...6:
                Spot(
                    localized("bright, indirect light"), hours: localized("at most 2"),
                    localized(
                        "Sun only early or late, never at midday: at an east or west window, or 1 m from a sunny one"))
            case ...8:
                Spot(
                    localized("bright light with some sun"), hours: localized("2 to 4"),
                    localized("Close to a window with some hours of sun"))
            default:
                Spot(
                    localized("as much sun as a room has"), hours: localized("4 or more"),
                    localized("At the sunniest window"))
            }
        }

        private static var noHours: String { localized("no", context: "hours of sun") }

        private static func inTheOpen(_ level: Int, isOfForests: Bool) -> Spot {
            let category = Category(level: level)
            switch category {
            case .fullShade, .partialShade, .partialSun:
                guard isOfForests else { break }
                let isDim = category != .partialSun
                return Spot(
                    isDim ? localized("shade") : localized("bright shade"),
                    hours: isDim ? localized("less than 2") : localized("at most 2"),
                    localized("Sun only early or late: its leaves burn at midday"))
            case .fullSun: break
            }
            let hours = category.hours
            return Spot(
                category.words, hours: hours, localized("A place with \(hours, "hours") hours of direct sun a day"))
        }
    }
}
