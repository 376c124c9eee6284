import Foundation
import Observation
import PlantNet
import Recognition

/// The model of the screen that names a plant: the model on the phone looks first, and Pl@ntNet is asked if that does not
/// suffice. `Inquiry` decides; this type performs what it asks for.
@MainActor @Observable
public final class IdentificationModel {
    public enum State: Sendable {
        case idle, asking
        case answered(InquiryResult)
        /// With a sentence for the person.
        case failed(String)
    }

    public private(set) var state = State.idle
    /// The requests to Pl@ntNet that are left today.
    public private(set) var quota: Recognition.Quota
    public var policy: Policy

    private let device: @Sendable ([UInt8]) async throws -> Reading
    private let client: PlantNetClient?

    /// `device` is the app's own model, for example one of Core ML. Without a client Pl@ntNet is never asked.
    public init(
        policy: Policy = Policy(), client: PlantNetClient? = nil,
        device: @escaping @Sendable ([UInt8]) async throws -> Reading
    ) {
        self.policy = policy
        self.client = client
        self.device = device
        quota = Recognition.Quota(budget: policy.dailyBudget, day: UTCDay(of: Date()))
    }

    /// Names the plant on an upright JPEG without EXIF.
    public func identify(_ jpeg: [UInt8]) async {
        state = .asking
        var inquiry = Inquiry(.fresh(policy.strategy), under: policy)
        await withTaskGroup(of: Inquiry.Event.self) { group in
            var actions = inquiry.handle(.began)
            while true {
                for action in actions {
                    switch action {
                    case .askDevice: group.addTask { await self.askDevice(jpeg) }
                    case .askService: group.addTask { await self.askService(jpeg) }
                    case .finish(let result): state = .answered(result)
                    case .fail(let failure, _): state = .failed(failure?.message ?? "The photograph cannot be read.")
                    }
                }
                guard let event = await group.next() else { return }
                actions = inquiry.handle(event)
            }
        }
    }

    private func askDevice(_ jpeg: [UInt8]) async -> Inquiry.Event {
        guard let reading = try? await device(jpeg) else { return .deviceFailed }
        let ranking = Ranking(of: [reading], under: policy)
        return .deviceAnswered(
            Answer(ranking, source: .device, model: "my model", durations: .init(decode: 0, inference: 0, total: 0)))
    }

    private func askService(_ jpeg: [UInt8]) async -> Inquiry.Event {
        guard let client else { return .serviceEnded(.refused(.notConfigured)) }
        let now = Date()
        if quota.day != UTCDay(of: now) { quota = Recognition.Quota(budget: policy.dailyBudget, day: UTCDay(of: now)) }
        guard quota.remaining(at: now) > 0 else {
            return .serviceEnded(.refused(.noQuota(until: quota.resetsAt(from: now))))
        }
        do {
            let reply = try await client.identify([PlantNetImage(bytes: jpeg, type: .jpeg)])
            count(1, remaining: reply.allowance.remaining)
            let scores = reply.value.results.map { match in
                Reading.Score(
                    taxon: Taxon(
                        scientificName: match.species.scientificNameWithoutAuthor,
                        commonNames: match.species.commonNames,
                        family: match.species.family?.scientificNameWithoutAuthor),
                    probability: match.score)
            }
            let ranking = Ranking(of: [Reading(scores: scores)], under: policy)
            let answer = Answer(
                ranking, source: .plantNet, model: "Pl@ntNet", durations: .init(decode: 0, inference: 0, total: 0))
            return .serviceEnded(.answered(answer, price: 1, remaining: reply.allowance.remaining))
        } catch let error as PlantNetError {
            // A request that was refused before it was sent costs nothing.
            let price = error.code == .invalidRequest || error.code == .noNetwork ? 0 : 1
            count(price, remaining: nil)
            return .serviceEnded(
                .failed(
                    .init(code: "service-failed", message: error.description, isPassing: price == 0), price: price,
                    remaining: nil))
        } catch {
            return .serviceEnded(.notAsked(.init(code: "service-failed", message: "The request was cancelled.")))
        }
    }

    private func count(_ units: Int, remaining: Int?) {
        let used = quota.used + units
        quota = Recognition.Quota(
            budget: quota.budget, used: used, ceiling: remaining.map { used + $0 }, day: quota.day)
    }
}

extension Answer {
    /// The answer of one source from its ranked list.
    init(_ ranking: Ranking, source: Source, model: String, durations: Durations) {
        self.init(
            verdict: ranking.verdict, reason: ranking.reason, candidates: ranking.candidates, rollUps: ranking.rollUps,
            source: source, model: model, durations: durations, answeredAt: Date())
    }
}
