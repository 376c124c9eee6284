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
    /// The requests to Pl@ntNet that are left today. Store it, if your app ends often: a day has one count.
    public private(set) var quota: Recognition.Quota
    public var policy: Policy

    private let device: @Sendable ([UInt8]) async throws -> Reading
    private let client: PlantNetClient?
    /// Counts the questions, so that a late answer of an earlier one changes nothing.
    private var question = 0

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

    /// Names the plant on an upright JPEG without EXIF. A later call replaces the result of an earlier one; a cancelled
    /// call leaves no result.
    public func identify(_ jpeg: [UInt8]) async {
        question += 1
        let own = question
        state = .asking
        let end = await result(of: jpeg)
        guard own == question else { return }
        state = Task.isCancelled ? .idle : end
    }

    private func result(of jpeg: [UInt8]) async -> State {
        var inquiry = Inquiry(.fresh(policy.strategy), under: policy)
        return await withTaskGroup(of: Inquiry.Event.self) { group in
            var actions = inquiry.handle(.began)
            while !Task.isCancelled {
                for action in actions {
                    switch action {
                    case .askDevice: group.addTask { await self.askDevice(jpeg) }
                    case .askService: group.addTask { await self.askService(jpeg) }
                    case .finish(let result): return .answered(result)
                    case .fail(let failure, _): return .failed(failure?.message ?? "The photograph cannot be read.")
                    }
                }
                guard let event = await group.next() else { break }
                actions = inquiry.handle(event)
            }
            return .idle
        }
    }

    private func askDevice(_ jpeg: [UInt8]) async -> Inquiry.Event {
        guard let reading = try? await device(jpeg) else { return .deviceFailed }
        return .deviceAnswered(answer(Ranking(of: [reading], under: policy), from: .device, by: "my model"))
    }

    private func askService(_ jpeg: [UInt8]) async -> Inquiry.Event {
        guard let client else { return .serviceEnded(.refused(.notConfigured)) }
        let now = Date()
        if quota.day != UTCDay(of: now) {
            quota = Recognition.Quota(budget: policy.dailyBudget, day: UTCDay(of: now))
        }
        guard quota.remaining(at: now) > 0 else {
            return .serviceEnded(.refused(.noQuota(until: quota.resetsAt(from: now))))
        }
        // A request in progress counts, so that two of them cannot spend the last credit. Whatever may have reached the
        // service stays counted.
        change { $0.reserved += 1 }
        do {
            let reply = try await client.identify([PlantNetImage(bytes: jpeg, type: .jpeg)])
            spend(1, remaining: reply.allowance.remaining)
            let scores = reply.value.results.map { match in
                Reading.Score(
                    taxon: Taxon(
                        scientificName: match.species.scientificNameWithoutAuthor,
                        commonNames: match.species.commonNames,
                        family: match.species.family?.scientificNameWithoutAuthor),
                    probability: match.score)
            }
            let ranking = Ranking(of: [Reading(scores: scores)], under: policy)
            return .serviceEnded(
                .answered(
                    answer(ranking, from: .plantNet, by: "Pl@ntNet"), price: 1, remaining: reply.allowance.remaining))
        } catch let error as PlantNetError {
            return .serviceEnded(outcome(of: error))
        } catch {
            // It was cancelled, perhaps after it was sent.
            spend(1)
            return .serviceEnded(
                .failed(.init(code: "cancelled", message: "The request was cancelled."), price: 1, remaining: nil))
        }
    }

    private func outcome(of error: PlantNetError) -> Inquiry.ServiceOutcome {
        switch error.code {
        case .nothingFound:
            // An answer: the service sees no plant.
            spend(1)
            let ranking = Ranking(of: [Reading(scores: [], notAPlant: 1)], under: policy)
            return .answered(answer(ranking, from: .plantNet, by: "Pl@ntNet"), price: 1, remaining: nil)
        case .quotaExhausted:
            spend(0)
            let end = quota.day.end
            change { $0.blockedUntil = end }
            return .refused(.noQuota(until: end))
        case .keyMissing, .keyRefused, .notAllowed:
            spend(0)
            return .refused(.keyRefused)
        case .noNetwork:
            spend(0)
            return .refused(.offline)
        case .invalidRequest:
            spend(0)
            return .notAsked(.init(code: "invalid-request", message: error.description))
        default:
            spend(1)
            let isPassing = [.connectionFailed, .timedOut, .cutOff, .serverError].contains(error.code)
            return .failed(
                .init(code: "service-failed", message: error.description, isPassing: isPassing), price: 1,
                remaining: nil)
        }
    }

    private func answer(_ ranking: Ranking, from source: Answer.Source, by model: String) -> Answer {
        Answer(
            verdict: ranking.verdict, reason: ranking.reason, candidates: ranking.candidates,
            rollUps: ranking.rollUps, source: source, model: model,
            durations: .init(decode: 0, inference: 0, total: 0), answeredAt: Date())
    }

    // MARK: - Counting

    /// The parts of a quota that change.
    private struct Count {
        var used: Int
        var reserved: Int
        var ceiling: Int?
        var blockedUntil: Date?
    }

    private func change(_ change: (inout Count) -> Void) {
        var count = Count(
            used: quota.used, reserved: quota.reserved, ceiling: quota.ceiling, blockedUntil: quota.blockedUntil)
        change(&count)
        quota = Recognition.Quota(
            budget: quota.budget, used: count.used, reserved: max(0, count.reserved), ceiling: count.ceiling,
            blockedUntil: count.blockedUntil, day: quota.day)
    }

    /// Ends a reservation. `remaining` is what the service said is left; nil keeps what it said before.
    private func spend(_ units: Int, remaining: Int? = nil) {
        change { count in
            count.reserved -= 1
            count.used += units
            if let remaining { count.ceiling = count.used + remaining }
        }
    }
}
