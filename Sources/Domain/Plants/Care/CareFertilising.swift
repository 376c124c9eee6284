public import Agenda
public import Calendar

/// Whether, when and with what to fertilise a plant.
public struct CareFertilising: Sendable, Hashable {
    /// How often to fertilise, as the nearest usual interval.
    public enum Frequency: String, Sendable, CaseIterable {
        case weekly, biweekly, monthly, quarterly, biannually, none

        /// From the nutrients of its natural soil, Trefle's 0 to 10.
        public init(nutriments: Int) {
            self =
                switch nutriments {
                case ...2: .none
                case 3: .biannually
                case 4: .quarterly
                case 5...6: .monthly
                case 7...8: .biweekly
                default: .weekly
                }
        }

        /// The rank, from no fertiliser upwards.
        var order: Int {
            switch self {
            case .none: 0
            case .biannually: 1
            case .quarterly: 2
            case .monthly: 3
            case .biweekly: 4
            case .weekly: 5
            }
        }

        /// Returns the nearest frequency; 0 days means none.
        public init(days: Int) {
            self =
                switch days {
                case ...0: .none
                case ...9: .weekly
                case ...20: .biweekly
                case ...52: .monthly
                case ...129: .quarterly
                default: .biannually
                }
        }

        /// Days from one fertilising to the next; 0 for none.
        public var days: Int {
            switch self {
            case .weekly: 7
            case .biweekly: 14
            case .monthly: 30
            case .quarterly: 91
            case .biannually: 182
            case .none: 0
            }
        }
    }

    /// The nearest usual interval.
    public let frequency: Frequency
    /// Days between fertilisings in the growing months, 0 for none.
    public let days: Int
    /// The source of the frequency.
    public let need: Sourced<Int>
    /// The kind of fertiliser.
    public let type: Sourced<FertiliserType>
    /// 0 in the months without growth; nil if it needs none.
    public let byMonth: DaysByMonth?
    /// The months in which it is fertilised.
    public let months: Months
    /// The months next to the growing months, in which indoor plants that stay green may get a quarter of the strength.
    public let shoulders: Months
    /// The earliest day: a new or newly repotted plant has enough nutrients.
    public let firstDay: LocalDay
    let isOwn: Bool
    let isFresh: Bool

    /// Days after arrival without fertiliser: plants from shops and nurseries are well fed.
    public static let arrivalDays = 28

    init(_ facts: CareFacts, _ growth: CareGrowth, _ season: Season, _ situation: Situation, on day: LocalDay) {
        let nutriments = CareDefault.value(facts.nutriments, or: CareDefault.nutriments)
        var frequency = Frequency(nutriments: nutriments.value)
        // Soil in the ground has its own stores, unlike a pot.
        if situation.isRootedInGround, frequency == .weekly || frequency == .biweekly { frequency = .monthly }
        let own = facts.fertiliserInterval
        isOwn = own?.source.kind == .person
        days = own.map { min(max($0.value, 0), 365) } ?? frequency.days
        self.frequency = own == nil ? frequency : Frequency(days: days)
        need = own ?? nutriments
        type = Self.type(facts, nutriments)
        let days = self.days
        let grown = growth.months.value
        byMonth = DaysByMonth((1...12).map { grown.contains($0) ? days : 0 })
        months = byMonth == nil ? .none : grown
        let staysGreen = !situation.isOpen && !growth.isLeaflessAtRest && !growth.isSucculent
        shoulders =
            staysGreen && byMonth != nil
            ? grown.shifted(by: 1).union(grown.shifted(by: -1)).intersection(grown.others) : .none
        isFresh = situation.isFreshlyPotted(on: day)
        let settled = isFresh ? situation.repotted?.adding(days: Situation.settlingDays) ?? day : day
        firstDay = max(day.adding(days: Self.arrivalDays), settled)
    }

    /// Returns the stated type, unless the evidence about the soil is nearer to the plant; then the type follows from
    /// the soil.
    private static func type(_ facts: CareFacts, _ nutriments: Sourced<Int>) -> Sourced<FertiliserType> {
        if let said = facts.fertiliser, said.source.distance <= nutriments.source.distance { return said }
        return Sourced(FertiliserType(nutriments: nutriments.value, form: facts.form?.value), from: nutriments.source)
    }

    /// Returns true if no source states the type.
    func followsFromSoil(_ facts: CareFacts) -> Bool { facts.fertiliser != type }
}

extension FertiliserType {
    /// From the nutrients of the natural soil, 0 to 10.
    ///
    /// Plants of poor soil do not tolerate strong salts; plants of rich soil use nitrogen for leaves. Nitrogen makes
    /// succulents and bulbs soft, so that they rot.
    public init(nutriments: Int, form: GrowthForm?) {
        switch form {
        case .succulent, .cactus, .bulb: self = .potassium
        default:
            self =
                switch nutriments {
                case ...4: .organic
                case 5...6: .balanced
                default: .highNitrogen
                }
        }
    }
}
