import Messages

/// The light that a plant needs.
public struct CareLight: Sendable, Hashable {
    /// How much sun a plant needs.
    public enum Category: String, Sendable, CaseIterable {
        case fullShade = "full shade"
        case partialShade = "partial shade"
        case partialSun = "partial sun"
        case fullSun = "full sun"

        /// From Trefle's scale, 0 to 10.
        public init(level: Int) {
            self =
                switch level {
                case ...2: .fullShade
                case ...4: .partialShade
                case ...6: .partialSun
                default: .fullSun
                }
        }

        var order: Int {
            switch self {
            case .fullShade: 0
            case .partialShade: 1
            case .partialSun: 2
            case .fullSun: 3
            }
        }

        /// Hours of direct sun a day outdoors, in the notation of garden centres.
        public var hours: String {
            switch self {
            case .fullShade: localized("less than 2")
            case .partialShade: localized("2 to 4")
            case .partialSun: localized("4 to 6")
            case .fullSun: localized("6 or more")
            }
        }

        /// "partial shade".
        public var words: String {
            switch self {
            case .fullShade: localized("full shade")
            case .partialShade: localized("partial shade")
            case .partialSun: localized("partial sun")
            case .fullSun: localized("full sun")
            }
        }
    }

    /// 0 to 10.
    public let level: Int
    /// The category of the level.
    public let category: Category
    /// Where the level comes from.
    public let source: CareSource
    /// Where to put the plant.
    public let spot: Spot

    init(_ facts: CareFacts, _ situation: Situation) {
        let light = CareDefault.value(facts.light, or: CareDefault.light)
        level = min(max(light.value, 0), 10)
        category = Category(level: level)
        source = light.source
        spot = Spot(level: level, form: facts.form?.value, place: situation.place)
    }
}

/// The air humidity that a plant needs. Dry air is a reason to mist it or to move it, not to water it.
public struct CareAir: Sendable, Hashable {
    /// 0 to 10.
    public let level: Sourced<Int>
    /// True if misting is worth offering.
    public let wantsMist: Bool

    init(_ facts: CareFacts, _ situation: Situation) {
        level = CareDefault.value(facts.airHumidity, or: CareDefault.air)
        // Outdoors the air humidity cannot be changed, and wet hair or thorns rot.
        let isDesertPlant = facts.form?.value == .succulent || facts.form?.value == .cactus
        wantsMist = level.value >= 7 && !situation.isOpen && !isDesertPlant
    }

    /// The level in words.
    public var words: String {
        switch Self.order(level.value) {
        case 0: localized("dry", context: "air")
        case 1: localized("normal to dry", context: "air")
        case 2: localized("normal", context: "air")
        case 3: localized("moist", context: "air")
        default: localized("very moist", context: "air")
        }
    }

    /// The class of a level.
    static func order(_ level: Int) -> Int { min(max(level - 1, 0) / 2, 4) }

    /// Why misting is offered.
    var mistingReason: String {
        let level = level.value
        return Self.order(level) > 3
            ? localized("it wants very moist air: \(level, "level") of 10")
            : localized("it wants moist air: \(level, "level") of 10")
    }

    /// What to do about dry air, in a sentence.
    public var advice: String {
        wantsMist
            ? localized("mist it with soft water, group it with others, keep it off radiators")
            : level.value >= 7 ? localized("a sheltered, moist spot; no misting") : localized("no misting")
    }
}

/// The temperatures that a plant tolerates.
public struct CareTemperature: Sendable, Hashable {
    /// How much cold a plant tolerates.
    public enum Tolerance: String, Sendable, CaseIterable {
        case tender, sensitive
        case halfHardy = "half-hardy"
        case hardy
        case veryHardy = "very hardy"

        /// From the lowest °C that it survives.
        public init(minimum: Int) {
            self =
                switch minimum {
                case 5...: .tender
                case 0...4: .sensitive
                case -5...(-1): .halfHardy
                case -15...(-6): .hardy
                default: .veryHardy
                }
        }

        /// The rank, from tender to hardy.
        var order: Int {
            switch self {
            case .tender: 0
            case .sensitive: 1
            case .halfHardy: 2
            case .hardy: 3
            case .veryHardy: 4
            }
        }

        /// The tolerance in words: "it bears a light frost for a night".
        public var words: String {
            switch self {
            case .tender: localized("it wants warmth all year")
            case .sensitive: localized("it bears cold but no frost")
            case .halfHardy: localized("it bears a light frost for a night")
            case .hardy: localized("it bears ordinary frost")
            case .veryHardy: localized("it bears hard frost")
            }
        }

        /// "half-hardy".
        public var name: String {
            switch self {
            case .tender: localized("tender", context: "plant")
            case .sensitive: localized("sensitive", context: "plant")
            case .halfHardy: localized("half-hardy")
            case .hardy: localized("hardy", context: "plant")
            case .veryHardy: localized("very hardy")
            }
        }
    }

    /// The lowest temperature it survives, in °C.
    public let minimum: Sourced<Int>
    /// The lowest comfortable temperature, in °C.
    public let comfortLow: Sourced<Int>
    /// The highest comfortable temperature, in °C.
    public let comfortHigh: Sourced<Int>
    /// The highest temperature that it tolerates, in °C.
    public let maximum: Sourced<Int>
    /// How much cold it tolerates, from `minimum`.
    public let tolerance: Tolerance
    /// The lowest temperature the roots survive in a pot outdoors, in °C; nil in other places, and for plants that do
    /// not survive frost.
    public let inPot: Int?

    init(_ facts: CareFacts, _ situation: Situation) {
        minimum = CareDefault.value(facts.survival, or: CareDefault.survival)
        let range = CareDefault.value(facts.comfort, or: CareDefault.comfort)
        let low = facts.comfortLow ?? range.map(\.lowerBound)
        let high = facts.comfortHigh ?? range.map(\.upperBound)
        // If a person sets one end beyond the other, the end that was set wins.
        let isLowSaid = facts.comfortLow != nil
        comfortLow = isLowSaid ? low : low.map { min($0, high.value) }
        comfortHigh = isLowSaid ? high.map { max($0, low.value) } : high
        let warmest = comfortHigh.value
        maximum = CareDefault.value(facts.maximum, or: CareDefault.maximum).map { max($0, warmest) }
        tolerance = Tolerance(minimum: minimum.value)
        // Roots in a pot are exposed to the air: they tolerate about two hardiness zones (11 °C) less cold than in the
        // ground.
        let isExposed = situation.isOpen && situation.isPotted && minimum.value < 0
        inPot = isExposed ? min(minimum.value + 11, 0) : nil
    }
}
