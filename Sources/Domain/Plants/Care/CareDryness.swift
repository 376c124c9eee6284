import Messages

/// How dry the soil may get, with the evidence for it.
public struct WeighedDryness: Sendable, Hashable {
    /// How dry the soil may get.
    public let value: Dryness
    /// The evidence that decided.
    public let source: CareSource
    /// The evidence in words.
    public let reason: String
    /// The values of our table and of a service if they differ; otherwise nil.
    public var dispute: CareDispute?
}

extension CareFacts {
    /// The dryness for a plant in a pot indoors.
    public var dryness: Sourced<Dryness> {
        let weighed = dryness(inTheOpen: false)
        return Sourced(weighed.value, from: weighed.source)
    }

    /// Returns the dryness. Evidence about the species comes before evidence about the genus, of whatever kind; then
    /// family, growth form, and "medium".
    ///
    /// Rain is weak evidence for plants in the open and is ignored for plants that get none.
    public func dryness(inTheOpen isOpen: Bool) -> WeighedDryness {
        if let water, water.source.kind == .person { return weighed(water, localized("your own choice")) }
        // Trefle's soil humidity of a species comes before our own value; that of a genus is only a median.
        let known =
            byHumidity(at: [.species]) ?? byWater(at: .species) ?? byMoisture(at: .species)
            ?? byDrainage(at: .species, isOpen: isOpen)
        if let said = byHumidity(at: [.person, .trefle]) {
            guard let known, known.source.kind == .species, said.source.kind == .trefle else { return said }
            return fused(said, with: known)
        }
        if let known { return known }
        for level in [CareSource.Kind.genus, .family, .form, .assumed] {
            if let found = byWater(at: level) ?? byHumidity(at: [level]) ?? byMoisture(at: level)
                ?? byDrainage(at: level, isOpen: isOpen)
            {
                return found
            }
        }
        return WeighedDryness(
            value: .medium, source: CareSource(.assumed), reason: Self.nothingKnown)
    }

    private static var nothingKnown: String { localized("nothing is known about its need of water") }

    /// One field of a service moves our value for a species by one class, and further only as far as a second field
    /// agrees.
    private func fused(_ said: WeighedDryness, with known: WeighedDryness) -> WeighedDryness {
        let apart = said.value.order - known.value.order
        guard apart != 0 else { return said }
        let sign = apart.signum()
        let agreed = secondFields.map { ($0.order - known.value.order) * sign }.max() ?? 0
        let steps = min(abs(apart), max(1, agreed))
        let value = Dryness.allCases[known.value.order + sign * steps]
        let isWhole = value == said.value
        let dispute = CareDispute(
            .dryness, !isWhole ? .bounded : steps > 1 ? .supported : .followed,
            table: Sourced(.text(known.value.rawValue), from: known.source),
            service: Sourced(.text(said.value.rawValue), from: said.source))
        let (service, fact) = (said.source.originWords ?? localized("a service"), said.reason)
        return WeighedDryness(
            value: value, source: isWhole ? said.source : .weighed(known.source, said.source),
            reason: localized("\(service, "service") has \(fact, "fact")"), dispute: dispute)
    }

    /// Other evidence about the species itself: EIVE's moisture, drainage, and the lowest rain.
    private var secondFields: [Dryness] {
        let moisture = moisture.flatMap {
            level(of: $0) == .species && !$0.source.isMedian ? Dryness(moisture: $0.value) : nil
        }
        let drainage = drainage.flatMap { fact -> Dryness? in
            guard level(of: fact) == .species, fact.value != .well else { return nil }
            return fact.value == .excessive ? .low : .high
        }
        let rain = rain.flatMap {
            level(of: $0) == .species ? Dryness(leastRain: $0.value.lowerBound) : nil
        }
        return [moisture, drainage, rain].compactMap { $0 }
    }

    private func weighed(_ dryness: Sourced<Dryness>, _ reason: String) -> WeighedDryness {
        WeighedDryness(value: dryness.value, source: dryness.source, reason: reason)
    }

    /// A service's facts are about the species.
    private func level<Value>(of fact: Sourced<Value>?) -> CareSource.Kind? {
        fact.map { $0.source.kind == .trefle ? .species : $0.source.kind }
    }

    private func byWater(at level: CareSource.Kind) -> WeighedDryness? {
        guard let water, self.level(of: water) == level else { return nil }
        let reason = level == .assumed ? Self.nothingKnown : localized("its need of water")
        return weighed(water, reason)
    }

    private func byHumidity(at levels: [CareSource.Kind]) -> WeighedDryness? {
        guard let soilHumidity, levels.contains(soilHumidity.source.kind) else { return nil }
        let value = Dryness(soilHumidity: soilHumidity.value)
        let level = soilHumidity.value
        return weighed(Sourced(value, from: soilHumidity.source), localized("soil humidity \(level, "level") of 10"))
    }

    private func byMoisture(at level: CareSource.Kind) -> WeighedDryness? {
        guard let moisture, self.level(of: moisture) == level else { return nil }
        let value = Dryness(moisture: moisture.value)
        let number = Units.local(moisture.value, places: 1)
        return weighed(Sourced(value, from: moisture.source), localized("moisture indicator \(number, "level") of 10"))
    }

    /// "Well" is recorded for nearly every crop and is no evidence.
    private func byDrainage(at level: CareSource.Kind, isOpen: Bool) -> WeighedDryness? {
        if let drainage, self.level(of: drainage) == level, drainage.value != .well {
            let value: Dryness = drainage.value == .excessive ? .low : .high
            return weighed(Sourced(value, from: drainage.source), drainage.value.reason)
        }
        guard isOpen, let rain, self.level(of: rain) == level else { return nil }
        let value = Dryness(leastRain: rain.value.lowerBound)
        let words =
            value == .low
            ? localized("little rain is enough")
            : value == .medium ? localized("it needs some rain") : localized("it needs much rain")
        return weighed(Sourced(value, from: rain.source), words)
    }
}

extension Dryness {
    /// From Trefle's scale, 0 to 10.
    public init(soilHumidity: Int) {
        self =
            switch soilHumidity {
            case ...2: .veryLow
            case ...4: .low
            case ...6: .medium
            case ...8: .high
            default: .wet
            }
    }

    /// From EIVE's M, 0 to 10.
    public init(moisture: Double) {
        self =
            switch moisture {
            case ..<2.5: .veryLow
            case ..<4: .low
            case ..<5.5: .medium
            case ..<7: .high
            default: .wet
            }
    }

    /// From mm a year. As weak evidence, it gives at most "somewhat dry" or "somewhat moist".
    public init(leastRain millimetres: Int) {
        self = millimetres < 400 ? .low : millimetres < 1500 ? .medium : .high
    }

    /// "medium-moist".
    public var words: String {
        switch self {
        case .veryLow: localized("very dry-loving")
        case .low: localized("dry-loving")
        case .medium: localized("medium-moist")
        case .high: localized("moist-loving")
        case .wet: localized("wet-loving")
        }
    }
}
