import Recognition

/// Names a plant with the model of the app, and with a service if that does not suffice.
struct PlantInquiry {
    var policy = Policy()

    /// Returns the verdict and the list for the scores of one photograph.
    func ranking(of reading: Reading) -> Ranking {
        Ranking(of: [reading], under: policy)
    }

    /// Returns a sentence for the person.
    static func sentence(for verdict: Verdict, _ best: Candidate?) -> String {
        let name = best?.taxon.scientificName ?? "unknown"
        return switch verdict {
        case .likely: "This is probably \(name)."
        case .unsure: "This may be \(name)."
        case .doubtful: "This could be \(name), among others."
        case .noClearMatch: "The plant is not clear. Take another photograph."
        case .notAPlant: "There is no plant on the photograph."
        }
    }
}
