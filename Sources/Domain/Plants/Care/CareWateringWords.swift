import Calendar
import Messages

/// The reason for the interval in words, from the same numbers.
extension WateringRule {
    func factors(in month: Int, units: Units) -> [CareWatering.Factor] {
        guard fixed == nil, isWatered(in: month) else { return [] }
        let all: [(CareWatering.Factor.Name, Double, String)] = [
            (.pot, pot, potWords(units) ?? ""),
            (.material, material, situation.material?.potWords ?? ""),
            (.spot, spot, spotWords ?? ""),
            (.place, openAir(month), placeWords),
            (.season, daylight(month), seasonWords(month)),
            (.rest, rest(month), localized("at rest")),
            (.transplant, transplant(month), localized("freshly repotted")),
            (.ground, ground(month), localized("rooted in the ground")),
            (.learned, learned, learnedWords ?? ""),
        ]
        // An adjustment of less than half a percent is not mentioned.
        return all.filter { $0.1 != 1 && !$0.2.isEmpty }.map {
            CareWatering.Factor(name: $0.0, multiplier: $0.1, words: $0.2)
        }
    }

    func sentence(_ interval: Int?, _ weighed: WeighedDryness, in month: Int, units: Units) -> String {
        let rhythm = self.rhythm(interval, month)
        if fixed != nil { return localized("\(rhythm, "howOften"): your own choice") }
        if standsInWater { return localized("\(rhythm, "howOften"): it stands in water") }
        let grounds = [
            drynessWords(weighed), isInGround ? localized("in the ground") : potWords(units), placeWords, spotWords,
            situation.hasGrowLamp && season.course == .growLamp ? localized("under a grow lamp") : nil,
            isResting(month) ? localized("at rest") : nil,
            fresh.contains(month) ? localized("freshly repotted") : nil,
            interval == nil && season.isFollowed ? nil : seasonWords(month),
        ]
        let reasons = grounds.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
        guard let learned = learnedWords else { return localized("\(rhythm, "howOften"): \(reasons, "reasons")") }
        return localized("\(rhythm, "howOften"): \(reasons, "reasons"); \(learned, "learned")")
    }

    private func rhythm(_ interval: Int?, _ month: Int) -> String {
        guard let interval else {
            if standsInWater { return localized("no watering") }
            let time = monthAndPlace(month)
            return localized("no watering in \(time, "month")")
        }
        return isEstablishedInGround && fixed == nil
            ? localized(
                interval, one: "a look every day, water only in drought",
                other: "a look every \(interval, "count") days, water only in drought")
            : localized(interval, one: "every day", other: "every \(interval, "count") days")
    }

    private func isResting(_ month: Int) -> Bool {
        growth.resting.contains(month) || situation.isOpen && season.isCold(month)
    }

    /// "medium-moist species", "moist-loving genus", "medium-moist, for all we know".
    private func drynessWords(_ weighed: WeighedDryness) -> String {
        let dryness = weighed.value.words
        return switch weighed.source.kind {
        case .person: localized("\(dryness, "dryness") by your choice")
        case .trefle, .weighed, .species: localized("\(dryness, "dryness") species")
        case .genus: localized("\(dryness, "dryness") genus")
        case .family: localized("\(dryness, "dryness") family")
        case .form: localized("\(dryness, "dryness") growth form")
        case .assumed: localized("\(dryness, "dryness") for want of better knowledge")
        }
    }

    /// "14 cm clay pot", "clay pot", "14 cm pot"; nil if nothing is known of the pot.
    func potWords(_ units: Units) -> String? { situation.isPotted ? situation.potWords(in: units) : nil }

    private var spotWords: String? {
        switch situation.spot {
        case .bright: localized("bright spot")
        case .usual: nil
        case .shaded: localized("shaded spot")
        }
    }

    private var placeWords: String { situation.place.words }

    private func monthAndPlace(_ month: Int) -> String {
        let name = LocalDate.monthName(month)
        guard let place else { return name }
        return localized("\(name, "month") in \(place, "place")")
    }

    func seasonWords(_ month: Int) -> String {
        let time = monthAndPlace(month)
        return switch season.course {
        case .followed: time
        case .tropical: localized("\(time, "month") with days of even length")
        case .growLamp: ""
        case .unknownPlace: localized("place not known: the season is not considered")
        case .switchedOff: localized("the season is not considered, as you chose")
        }
    }

    /// "you water 10 % later than planned".
    private var learnedWords: String? {
        let change = Int(((learned - 1) * 100).rounded())
        let percent = abs(change)
        guard change != 0 else { return nil }
        return change > 0
            ? localized("you water \(percent, "percent") % later than planned")
            : localized("you water \(percent, "percent") % sooner than planned")
    }
}
