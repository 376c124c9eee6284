package import Agenda
package import Calendar

/// Whether, when and with what to feed it.
package struct CareFertilising: Sendable, Hashable {
    package enum Frequency: String, Sendable, CaseIterable {
        case weekly, biweekly, monthly, quarterly, biannually, none

        /// By how rich its soil is in the wild, Trefle's 0 to 10.
        package init(nutriments: Int) {
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

        /// By how rich the soil is, from none upwards.
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

        /// The nearest word; 0 days are none.
        package init(days: Int) {
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

        package var days: Int {
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

    package let frequency: Frequency
    /// Days in a month of growth, 0 for none.
    package let days: Int
    /// What the frequency is from.
    package let need: Sourced<Int>
    package let type: Sourced<FertiliserType>
    /// 0 in the months without growth; nothing where it needs none.
    package let byMonth: DaysByMonth?
    package let months: Months
    /// The months beside those of growth, in which what stays green indoors may have a quarter of the strength.
    package let shoulders: Months
    /// Not before: what has just come, or was just repotted, has enough.
    package let firstDay: LocalDay
    let isOwn: Bool
    let isFresh: Bool

    /// Shops and nurseries feed well.
    package static let arrivalDays = 28

    init(_ facts: CareFacts, _ growth: CareGrowth, _ season: Season, _ situation: Situation, on day: LocalDay) {
        let nutriments = CareDefault.value(facts.nutriments, or: CareDefault.nutriments)
        var frequency = Frequency(nutriments: nutriments.value)
        // Soil that is not a pot has stores of its own.
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

    /// What a source says of the type, unless what is known of the soil is nearer to the plant: then it follows from that.
    private static func type(_ facts: CareFacts, _ nutriments: Sourced<Int>) -> Sourced<FertiliserType> {
        if let said = facts.fertiliser, said.source.distance <= nutriments.source.distance { return said }
        return Sourced(FertiliserType(nutriments: nutriments.value, form: facts.form?.value), from: nutriments.source)
    }

    /// Whether the type is not said by a source of its own.
    func followsFromSoil(_ facts: CareFacts) -> Bool { facts.fertiliser != type }
}

extension FertiliserType {
    /// By how rich the soil of the plant is in the wild, 0 to 10.
    ///
    /// What lives on poor soil bears no strong salts; what lives on rich soil makes leaves of nitrogen. Nitrogen makes
    /// succulents and bulbs soft, so that they rot.
    package init(nutriments: Int, form: GrowthForm?) {
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
