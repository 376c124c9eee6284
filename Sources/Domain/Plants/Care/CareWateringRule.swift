import Calendar

/// The numbers behind the watering interval of one plant, for any month.
struct WateringRule: Sendable, Hashable {
    let dryness: Dryness
    /// The days that a person set; nil if not set.
    let fixed: Int?
    let growth: CareGrowth
    let season: Season
    let situation: Situation
    /// Months in which the repotted plant is still settling.
    let fresh: Months
    /// The household's name for its location.
    let place: String?
    let learned: Double

    var isInGround: Bool { situation.isRootedInGround }
    var isEstablishedInGround: Bool { isInGround && fresh.isEmpty }

    /// True for plants in a pond, which are never watered.
    var standsInWater: Bool { growth.form?.value == .aquatic && isInGround }

    /// Returns the days for a 14 cm pot indoors in the growing season.
    static func base(_ dryness: Dryness) -> Double {
        switch dryness {
        case .veryLow: 21
        case .low: 14
        case .medium: 7
        case .high: 4
        case .wet: 2
        }
    }

    static func freshMonths(_ situation: Situation, on day: LocalDay) -> Months {
        guard let repotted = situation.repotted, situation.isFreshlyPotted(on: day) else { return .none }
        let last = repotted.adding(days: Situation.settlingDays - 1)
        var months: [Int] = []
        var first = day.firstOfMonth
        while first <= last {
            months.append(first.month)
            first = first.adding(months: 1, on: 1)
        }
        return Months(months)
    }

    // MARK: - Days

    /// Returns 0 if the plant is not watered in that month.
    func days(in month: Int, learned: Double) -> Int {
        if let fixed { return min(max(fixed, 1), CareWatering.intervals.upperBound) }
        guard isWatered(in: month) else { return 0 }
        let limits = self.limits(in: month)
        // A shorter interval learned in summer does not apply in dormancy; there the adjustment may only lengthen the
        // interval.
        let isAtRest = growth.resting.contains(month) || situation.isOpen && season.isCold(month)
        let factor = isAtRest ? max(learned, 1) : learned
        let days = min(max(Self.base(dryness) * multiplier(in: month) * factor, limits.lowerBound), limits.upperBound)
        // Rounds half a day up, independent of the order of the multiplications.
        return min(max(Int((days + 1e-6).rounded()), 1), CareWatering.intervals.upperBound)
    }

    func isWatered(in month: Int) -> Bool {
        if standsInWater { return false }
        return !isInGround || !(season.isCold(month) || growth.isLeaflessAtRest && growth.resting.contains(month))
    }

    /// The limits of the interval, whatever the factors are.
    private func limits(in month: Int) -> ClosedRange<Double> {
        if isInGround { return fresh.contains(month) ? 2...7 : 14...60 }
        // Without leaves the plant needs hardly any water; once a month keeps the roots alive.
        if growth.isLeaflessAtRest && growth.resting.contains(month) { return 30...60 }
        // Frozen soil takes up no water: pots outdoors are checked when they thaw.
        if situation.isOpen && season.isCold(month) { return 21...60 }
        return 0...60
    }

    private func multiplier(in month: Int) -> Double {
        pot * material * spot * openAir(month) * daylight(month) * rest(month) * transplant(month) * ground(month)
    }

    // MARK: - Factors, each 1 if it does not apply

    /// The square root of the volume, which grows with the cube of the width. A pot of 14 cm holds 1.3 litres.
    var pot: Double {
        guard !isInGround, let width = situation.potDiameter, width > 0 else { return 1 }
        let ratio = width / 14
        // A small pot whose soil must not dry out is checked every day.
        let least = dryness >= .high ? 0.25 : 0.5
        return min(max((ratio * ratio * ratio).squareRoot(), least), 2)
    }

    /// Clay and fabric let water evaporate.
    var material: Double {
        guard !isInGround else { return 1 }
        switch situation.material {
        case .clay: return 0.8
        case .fabric: return 0.7
        case .plastic, .glazed, .metal, .wood, nil: return 1
        }
    }

    var spot: Double {
        switch situation.spot {
        case .bright: 0.8
        case .usual: 1
        case .shaded: 1.25
        }
    }

    /// Wind and sun: halves the interval in the longest days, no effect in the shortest.
    func openAir(_ month: Int) -> Double {
        situation.isOpen && !isInGround ? 1 - 0.5 * season.warmth(month) : 1
    }

    /// Short days: up to 1.6.
    func daylight(_ month: Int) -> Double {
        growth.isSucculent || growth.rest?.value == .summer ? 1 : 1 + 0.6 * season.darkness(month)
    }

    /// Doubles the interval in dormancy, unless the plant is leafless.
    func rest(_ month: Int) -> Double {
        !growth.isLeaflessAtRest && growth.resting.contains(month) ? 2 : 1
    }

    /// New roots are checked earlier; cut roots of succulents heal dry.
    func transplant(_ month: Int) -> Double {
        fresh.contains(month) && !growth.isSucculent ? 0.75 : 1
    }

    /// Roots in the ground find water themselves.
    func ground(_ month: Int) -> Double { isInGround && !fresh.contains(month) ? 2 : 1 }

    // MARK: - Amount

    /// Returns the amount for the dryness: one step more for humid air or a wet climate, one step less in dormancy.
    func amount(_ facts: CareFacts, in month: Int) -> CareWatering.Amount {
        let isResting = growth.resting.contains(month) || situation.isOpen && season.isCold(month)
        // Seldom but thoroughly: small amounts leave the root ball dry inside.
        if growth.isSucculent { return isResting ? .light : .thorough }
        var step =
            switch dryness {
            case .veryLow: 0
            case .low: 1
            case .medium, .high: 2
            case .wet: 3
            }
        if let air = facts.airHumidity?.value, air >= 8 { step += 1 }
        if situation.isOpen, let rain = facts.rain?.value {
            if rain.lowerBound >= 1500 { step += 1 }
            if rain.upperBound < 600 { step -= 1 }
        }
        if isResting || fresh.contains(month) { step -= 1 }
        return CareWatering.Amount.allCases[min(max(step, 0), 3)]
    }
}
