import Calendar

/// The reason for the interval in words, from the same numbers.
extension WateringRule {
    func factors(in month: Int, units: Units) -> [CareWatering.Factor] {
        guard fixed == nil, isWatered(in: month) else { return [] }
        let all: [(CareWatering.Factor.Name, Double, String)] = [
            (.pot, pot, potWords(units) ?? ""),
            (.material, material, situation.material.map { "\($0.rawValue) pot" } ?? ""),
            (.spot, spot, spotWords ?? ""),
            (.place, openAir(month), placeWords),
            (.season, daylight(month), seasonWords(month)),
            (.rest, rest(month), "at rest"),
            (.transplant, transplant(month), "freshly repotted"),
            (.ground, ground(month), "rooted in the ground"),
            (.learned, learned, learnedWords ?? ""),
        ]
        // An adjustment of less than half a percent is not mentioned.
        return all.filter { $0.1 != 1 && !$0.2.isEmpty }.map {
            CareWatering.Factor(name: $0.0, multiplier: $0.1, words: $0.2)
        }
    }

    func sentence(_ interval: Int?, _ weighed: WeighedDryness, in month: Int, units: Units) -> String {
        let rhythm = self.rhythm(interval, month)
        if fixed != nil { return rhythm + ": your own choice" }
        if standsInWater { return rhythm + ": it stands in water" }
        let grounds = [
            drynessWords(weighed), isInGround ? "in the ground" : potWords(units), placeWords, spotWords,
            situation.hasGrowLamp && season.course == .growLamp ? "under a grow lamp" : nil,
            isResting(month) ? "at rest" : nil, fresh.contains(month) ? "freshly repotted" : nil,
            interval == nil && season.isFollowed ? nil : seasonWords(month),
        ]
        let reasons = grounds.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
        return rhythm + ": " + reasons + (learnedWords.map { "; " + $0 } ?? "")
    }

    private func rhythm(_ interval: Int?, _ month: Int) -> String {
        guard let interval else { return "no watering" + (standsInWater ? "" : " in " + monthAndPlace(month)) }
        let often = interval == 1 ? "every day" : "every \(interval) days"
        return isEstablishedInGround && fixed == nil ? "a look \(often), water only in drought" : often
    }

    private func isResting(_ month: Int) -> Bool {
        growth.resting.contains(month) || situation.isOpen && season.isCold(month)
    }

    /// "medium-moist species", "moist-loving genus", "medium-moist, for all we know".
    private func drynessWords(_ weighed: WeighedDryness) -> String {
        switch weighed.source.kind {
        case .person: weighed.value.words + " by your choice"
        case .trefle, .weighed, .species: weighed.value.words + " species"
        case .genus: weighed.value.words + " genus"
        case .family: weighed.value.words + " family"
        case .form: weighed.value.words + " growth form"
        case .assumed: weighed.value.words + " for want of better knowledge"
        }
    }

    /// "14 cm clay pot", "clay pot", "14 cm pot"; nil if nothing is known of the pot.
    func potWords(_ units: Units) -> String? {
        guard situation.isPotted else { return nil }
        let words = [situation.potDiameter.map { units.text(centimetres: $0) }, situation.material?.rawValue]
            .compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: " ") + " pot"
    }

    private var spotWords: String? {
        switch situation.spot {
        case .bright: "bright spot"
        case .usual: nil
        case .shaded: "shaded spot"
        }
    }

    private var placeWords: String { situation.place.words }

    private func monthAndPlace(_ month: Int) -> String {
        Season.monthName(month) + (place.map { " in " + $0 } ?? "")
    }

    func seasonWords(_ month: Int) -> String {
        switch season.course {
        case .followed: monthAndPlace(month)
        case .tropical: monthAndPlace(month) + " with days of even length"
        case .growLamp: ""
        case .unknownPlace: "place not known: the season is not considered"
        case .switchedOff: "the season is not considered, as you chose"
        }
    }

    /// "you water 10 % later than planned".
    private var learnedWords: String? {
        let percent = Int(((learned - 1) * 100).rounded())
        return percent == 0 ? nil : "you water \(abs(percent)) % \(percent > 0 ? "later" : "sooner") than planned"
    }
}
