import Messages

/// A plant that injures the skin of a person who touches it. The page warns of it as soon as it is among the candidates,
/// because a photograph cannot exclude it. The absence of a warning means nothing.
public enum ContactHazard: String, Sendable, CaseIterable {
    /// Poison ivy, poison oak and poison sumac.
    case toxicodendron
    /// The hogweeds whose sap burns the skin in sunlight.
    case giantHogweed = "giant-hogweed"

    /// Whether a taxon belongs to the plants of this hazard, by genus or species.
    func includes(_ taxon: Taxon) -> Bool {
        switch self {
        case .toxicodendron: taxon.rank != .family && taxon.genus == "Toxicodendron"
        case .giantHogweed:
            taxon.rank == .species
                && ["mantegazzianum", "sosnowskyi", "persicum"].contains { epithet in
                    taxon.scientificName.hasPrefix("Heracleum \(epithet)")
                }
        }
    }

    /// The warning, in two or three sentences.
    public var warning: String {
        switch self {
        case .toxicodendron:
            localized(
                """
                This may be poison ivy, poison oak or poison sumac. Do not touch the plant, and do not burn it: it \
                causes a severe rash. A photo cannot exclude it, and many harmless plants look similar.
                """)
        case .giantHogweed:
            localized(
                """
                This may be giant hogweed. Do not touch the plant: its sap burns the skin in sunlight. A photo cannot \
                exclude it, and many plants look similar.
                """)
        }
    }
}

extension Answer {
    /// The hazards whose candidates together have at least `policy.hazardFrom`: a model may know several poison ivies.
    public func contactHazards(under policy: Policy) -> [ContactHazard] {
        ContactHazard.allCases.filter { hazard in
            let sum = candidates.filter { hazard.includes($0.taxon) }.reduce(0) { $0 + $1.confidence.value }
            return sum > 0 && sum >= policy.hazardFrom
        }
    }
}

extension InquiryResult {
    /// The hazards of any source: the combined answer leaves out what only the local model finds possible.
    public func contactHazards(under policy: Policy) -> [ContactHazard] {
        let found = [answer, device, service].compactMap { $0?.contactHazards(under: policy) }.joined()
        return ContactHazard.allCases.filter(found.contains)
    }
}
