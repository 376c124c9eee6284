public import Agenda
public import Calendar
import Messages
public import Recognition

/// How to care for one plant at one place, from the facts about its kind, its situation, and the log of the household.
///
/// A value: the same input gives the same plan. Every value is present; an unknown one is the least harmful default and
/// is marked as such.
public struct CarePlan: Sendable, Hashable {
    /// The kind of plant; nil if it is unknown.
    public let taxon: Taxon?
    /// The facts as given.
    public let facts: CareFacts
    /// Where and how the plant is kept.
    public let situation: Situation
    /// The location of the household.
    public let whereabouts: Whereabouts
    /// The day of the plan.
    public let day: LocalDay
    /// What the log of waterings teaches; nil if there are too few entries.
    public let learning: Learning?
    /// The season at its place.
    public let season: Season

    /// The light that it needs.
    public let light: CareLight
    /// When to check the soil, and how much to water.
    public let watering: CareWatering
    /// The temperatures that it tolerates.
    public let temperature: CareTemperature
    /// Whether, when and with what to fertilise.
    public let fertilising: CareFertilising
    /// The air humidity that it needs.
    public let air: CareAir
    /// The growing months at the place of the plant.
    public let growth: CareGrowth

    public init(
        for taxon: Taxon?, facts: CareFacts, situation: Situation, whereabouts: Whereabouts, on day: LocalDay,
        learning: Learning? = nil
    ) {
        self.taxon = taxon
        self.facts = facts
        self.situation = situation
        self.whereabouts = whereabouts
        self.day = day
        self.learning = learning
        season = Season(situation, whereabouts)
        growth = CareGrowth(facts, season)
        light = CareLight(facts, situation)
        watering = CareWatering(
            facts, growth, season, situation, whereabouts: whereabouts, on: day, learning: learning)
        temperature = CareTemperature(facts, situation)
        fertilising = CareFertilising(facts, growth, season, situation, on: day)
        air = CareAir(facts, situation)
    }

    /// The sentence that must stand beside a plan: it is advice, and nothing is said to be edible.
    public static var disclaimer: String {
        localized(
            """
            General advice, not a promise: look at the plant and feel its soil before you act. No part of a plant is \
            said to be edible here; after a bite or a swallow ask a poison centre or a vet at once.
            """)
    }

    /// True if more than half of the important values are defaults or typical for the growth form.
    public var isMostlyAssumed: Bool {
        let kinds = [
            watering.dryness.source.kind, light.source.kind, temperature.minimum.source.kind,
            temperature.comfortLow.source.kind, fertilising.need.source.kind, air.level.source.kind,
        ]
        return kinds.count { $0 == .assumed || $0 == .form } * 2 > kinds.count
    }

    /// The day on which the plan changes because a repotted plant has settled; nil if no such day is known.
    public var renewsOn: LocalDay? {
        situation.isFreshlyPotted(on: day) ? situation.repotted?.adding(days: Situation.settlingDays) : nil
    }
}

extension Situation {
    /// Six weeks: roots are said to need four to eight.
    public static let settlingDays = 42

    /// Returns whether the plant was repotted less than `settlingDays` days before that day.
    public func isFreshlyPotted(on day: LocalDay) -> Bool {
        repotted.map { (0..<Self.settlingDays).contains($0.days(until: day)) } ?? false
    }

    /// True for a pot of any kind.
    public var isPotted: Bool { !isRootedInGround }
}

/// The defaults without any facts: too dim to burn, too dry to rot, and without frost.
enum CareDefault {
    static let light = 5
    static let air = 5
    static let nutriments = 5
    static let survival = 10
    static let comfort = 15...26
    static let maximum = 32
    static var soil: String { localized("peat-free, loamy, free-draining") }
    static let acidity = 5.8...7.0
    static let growth = Months(3...10)

    static func value<Value>(_ fact: Sourced<Value>?, or value: Value) -> Sourced<Value> {
        fact ?? Sourced(value, from: CareSource(.assumed))
    }
}

extension Sourced {
    /// Returns the converted value with the same source.
    func map<Other: Sendable & Hashable>(_ read: (Value) -> Other) -> Sourced<Other> {
        Sourced<Other>(read(value), from: source)
    }
}

/// The growing and the dormant months.
public struct CareGrowth: Sendable, Hashable {
    /// At the place of the plant: shifted by six months in the southern hemisphere, and all months if there is no
    /// season.
    public let months: Sourced<Months>
    /// At the place of the plant; empty without a dormancy that affects watering.
    public let resting: Months
    /// How it rests; nil if unknown.
    public let rest: Sourced<Rest>?
    /// The growth form; nil if unknown.
    public let form: Sourced<GrowthForm>?

    /// True for succulents and cacti: they lose little water by the hour, so short days do not slow their watering;
    /// only dormancy does.
    public var isSucculent: Bool { form?.value == .succulent || form?.value == .cactus }
    /// True if it loses its leaves while it rests.
    public var isLeaflessAtRest: Bool { rest?.value == .leafless }

    init(_ facts: CareFacts, _ season: Season) {
        let known = CareDefault.value(facts.growthMonths, or: CareDefault.growth)
        form = facts.form
        rest = facts.rest
        let isSteady = season.course == .tropical || season.course == .growLamp || season.course == .switchedOff
        months = known.map { _ in isSteady && known.source.kind != .person ? .all : season.local(known) }
        resting = Self.resting(facts, season)
    }

    private static func resting(_ facts: CareFacts, _ season: Season) -> Months {
        // A person states the months of the place itself, so the season need not be known.
        let isSaid = facts.growthMonths?.source.kind == .person && season.course != .switchedOff
        guard season.isFollowed || isSaid, facts.rest?.value != .never else { return .none }
        let isSucculent = facts.form?.value == .succulent || facts.form?.value == .cactus
        // A default is not about this plant; the local length of day is better evidence.
        let growth = facts.growthMonths.flatMap { $0.source.kind == .assumed ? nil : season.local($0) }
        switch facts.rest?.value {
        case .leafless: return (growth ?? season.local(CareDefault.value(nil, or: CareDefault.growth))).others
        case .summer: return growth.map(\.others) ?? Months((1...12).filter(season.isHigh))
        case .winter where isSucculent, nil where isSucculent:
            return growth.map(\.others) ?? Months((1...12).filter(season.isDark))
        case .winter, .never, nil: return .none
        }
    }

    /// Returns the first growing month after the middle of the local winter.
    func firstMonth(_ season: Season) -> Int {
        let year = (0..<12).map { ($0 + (season.isSouthern ? 6 : 0)) % 12 + 1 }
        if months.value == .all || months.value.isEmpty { return year[2] }
        return year.first { months.value.contains($0) && !months.value.contains(($0 + 10) % 12 + 1) } ?? year[2]
    }
}

extension Months {
    /// The other months of the year.
    var others: Months { Months((1...12).filter { !contains($0) }) }
}
