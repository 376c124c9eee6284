import Foundation
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

    /// Returns the answer of the model on the device.
    func answer(to reading: Reading, at now: Date) -> Answer {
        let ranking = ranking(of: reading)
        return Answer(
            verdict: ranking.verdict, reason: ranking.reason, candidates: ranking.candidates,
            rollUps: ranking.rollUps, source: .device, model: "my model 1",
            durations: .init(decode: 0, inference: 0, total: 0), answeredAt: now)
    }

    /// Returns the result; nil if no source answered. `service` asks the service and reports how that ended.
    func identify(
        _ reading: Reading, at now: Date, service: () async -> Inquiry.ServiceOutcome
    ) async -> InquiryResult? {
        var inquiry = Inquiry(.fresh(.onDeviceFirst), under: policy)
        var actions = inquiry.handle(.began)
        while let action = actions.first {
            switch action {
            case .askDevice: actions = inquiry.handle(.deviceAnswered(answer(to: reading, at: now)))
            case .askService: actions = inquiry.handle(.serviceEnded(await service()))
            case .finish(let result): return result
            case .fail: return nil
            }
        }
        return nil
    }
}
