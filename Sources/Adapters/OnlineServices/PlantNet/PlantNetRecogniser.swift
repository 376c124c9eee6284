package import Foundation
package import HTTPTransport
package import Household
import Messages
import PlantNet
import Recognition

/// Pl@ntNet as the household's online recogniser.
package struct PlantNetRecogniser: Sendable {
    private let key: KeyFile
    private let baseURL: URL
    /// For requests that cost credits: the transport never repeats them.
    private let asking: HTTPTransport
    /// For requests without cost.
    private let reading: HTTPTransport
    private let now: @Sendable () -> Date

    /// `log` receives one line per request, without key, body and picture.
    package init(
        key: KeyFile, baseURL: URL, transport: HTTPTransport, now: @escaping @Sendable () -> Date,
        log: @escaping @Sendable (String) -> Void
    ) {
        self.key = key
        self.baseURL = baseURL
        self.now = now
        let wire = transport.logging(
            showing: ["lang", "nb-results", "type", "no-reject", "include-related-images"], log)
        asking = wire.timingOut(after: .seconds(30))
        reading = wire.timingOut(after: .seconds(30)).retrying(.once).timingOut(after: .seconds(60))
    }

    package static var service: URL { PlantNetClient.service }

    package var recogniser: OnlineRecogniser {
        OnlineRecogniser(
            key: key.ring, ask: { try await ask($0) }, projects: { try await projects($0) },
            allowance: { try await allowance() })
    }

    private func client(_ transport: HTTPTransport) -> PlantNetClient {
        PlantNetClient(baseURL: baseURL, apiKey: key.key() ?? "", transport: transport)
    }

    private func ask(_ question: OnlineRecogniser.Question) async throws -> OnlineRecogniser.Reply {
        let images = question.pictures.map { picture in
            PlantNetImage(bytes: picture.upload.jpeg, type: .jpeg, organ: .init(rawValue: picture.organ.rawValue))
        }
        let began = now()
        do {
            let reply = try await client(asking).identify(
                images, in: question.policy.project,
                options: IdentificationOptions(
                    language: question.policy.language, resultCount: question.policy.candidateCount))
            let reading = Reading(scores: Self.scores(of: reply.value))
            let version = reply.value.version.map { String($0.prefix(60)) }
            return .init(
                answer: answer([reading], version: version, since: began, under: question.policy),
                allowance: allowance(reply.allowance), version: version)
        } catch let error as PlantNetError where error.code == .nothingFound {
            // "No plant" is a valid result.
            return .init(
                answer: answer([Reading(scores: [], notAPlant: 1)], version: nil, since: began, under: question.policy),
                allowance: allowance(error.allowance), version: nil)
        } catch let error as PlantNetError {
            // The result of a question is stored.
            throw storedText { failure(error) }
        }
    }

    private func answer(
        _ readings: [Reading], version: String?, since began: Date, under policy: Policy
    ) -> Answer {
        let ranking = Ranking(of: readings, under: policy)
        let end = now()
        return Answer(
            verdict: ranking.verdict, reason: ranking.reason, candidates: ranking.candidates, rollUps: ranking.rollUps,
            source: .plantNet, model: (["Pl@ntNet"] + [version].compactMap(\.self)).joined(separator: " "),
            durations: .init(decode: 0, inference: 0, total: max(0, end.timeIntervalSince(began) * 1000)),
            answeredAt: end)
    }

    private func projects(_ language: String) async throws -> [OnlineRecogniser.Project] {
        do {
            return try await client(reading).projects(language: language).value.map { project in
                .init(
                    id: Self.tidy(project.id), title: Self.tidy(project.title ?? project.id),
                    speciesCount: project.speciesCount)
            }
        } catch let error as PlantNetError {
            throw failure(error)
        }
    }

    private func allowance() async throws -> OnlineRecogniser.Allowance {
        do {
            let use = try await client(reading).quotaOfDay()
            let reportedAllowance = allowance(use.allowance)
            return .init(
                remaining: reportedAllowance.remaining ?? use.value.identify?.remaining,
                resetsAt: reportedAllowance.resetsAt)
        } catch let error as PlantNetError {
            throw failure(error)
        }
    }

    private func allowance(_ allowance: PlantNet.Allowance?) -> OnlineRecogniser.Allowance {
        .init(
            remaining: allowance?.remaining,
            resetsAt: allowance?.resetsIn.map { now().addingTimeInterval($0 / .seconds(1)) })
    }
}

// MARK: - Species to taxa

extension PlantNetRecogniser {
    /// Responses of 2020 had per cent. Texts from the service may have any length, so they are cut.
    static func scores(of identification: PlantNet.Identification) -> [Reading.Score] {
        let scale = identification.results.contains { $0.score > 1 } ? 0.01 : 1
        return identification.results.map { match in
            let name = tidy(match.species.scientificNameWithoutAuthor)
            return .init(
                taxon: Taxon(
                    scientificName: name,
                    commonNames: match.species.commonNames.map(tidy).filter { !$0.isEmpty && $0.count <= 60 }
                        .prefix(5).map(\.self),
                    family: match.species.family?.scientificNameWithoutAuthor.map(tidy),
                    rank: name.split(separator: " ").filter { $0 != "×" && $0 != "x" }.count == 1 ? .genus : .species,
                    powo: match.powo?.id.map(tidy), gbif: match.gbif?.id.map(tidy)),
                probability: match.score * scale)
        }
    }

    private static func tidy(_ text: String) -> String { PlainText.line(text) }
}

// MARK: - Errors

extension PlantNetRecogniser {
    func failure(_ error: PlantNetError) -> OnlineRecogniser.Failure {
        let reportedAllowance = allowance(error.allowance)
        func failure(
            _ code: HouseholdError.Code, _ message: String, hint: String? = nil,
            cost: OnlineRecogniser.Failure.Cost = .spent, again: Bool = false, passing: Bool = false,
            fault: Bool = false, blockedUntil: Date? = nil
        ) -> OnlineRecogniser.Failure {
            .init(
                HouseholdError(code, message, detail: error.code.rawValue, hint: hint, cause: error),
                cost: error.wasRefusedHere ? .none : cost,
                isWorthRepeating: again, isPassing: passing, isServiceAtFault: fault,
                wasSent: !error.wasRefusedHere && error.code != .noNetwork, allowance: reportedAllowance,
                blockedUntil: blockedUntil, retryAfter: error.retryAfter?.seconds(from: now()))
        }
        switch error.code {
        case .keyMissing:
            return failure(.serviceNotConfigured, localized("There is no key for Pl@ntNet."), cost: .none)
        case .keyRefused where error.serviceMessage == nil, .notAllowed where error.serviceMessage == nil:
            // Not the service's own format: the answer is from a captive portal or a firewall.
            return failure(
                .serviceFailed, localized("Something between here and Pl@ntNet refused the question."), cost: .none,
                passing: true,
                fault: true)
        case .keyRefused, .notAllowed:
            return failure(
                .serviceKeyRefused,
                error.code == .keyRefused
                    ? localized("Pl@ntNet does not know the key.")
                    : localized("Pl@ntNet does not allow this with the key's plan, address or domain."),
                hint: localized("Look at the key on the settings page and at my.plantnet.org."), cost: .none)
        case .quotaExhausted:
            return failure(
                .serviceQuotaUsed, localized("Pl@ntNet has no more requests for this key today."), cost: .none,
                passing: true,
                blockedUntil: reset(error))
        case .noNetwork:
            return failure(
                .serviceOffline, localized("Pl@ntNet cannot be reached: there is no network."), cost: .none,
                passing: true)
        case .connectionFailed:
            return failure(
                .serviceOffline, localized("Pl@ntNet cannot be reached."), cost: .none, again: true, passing: true,
                fault: true)
        case .timedOut:
            return failure(
                .serviceTimedOut, localized("Pl@ntNet did not answer in time."), again: true, passing: true, fault: true
            )
        case .cutOff, .uploadFailed:
            return failure(
                .serviceFailed, localized("The connection to Pl@ntNet ended before its answer did."), again: true,
                passing: true,
                fault: true)
        case .serverError:
            return failure(
                .serviceFailed,
                error.status.map { localized("Pl@ntNet failed (\($0, "status")).") }
                    ?? localized("Pl@ntNet failed (no status)."), again: true, passing: true, fault: true)
        case .unreadable:
            return failure(
                .serviceUnreadable, localized("What Pl@ntNet answered cannot be read."), passing: true, fault: true)
        case .unknownProject:
            return failure(
                .unknownProject, localized("Pl@ntNet does not know the chosen flora."),
                hint: localized("Choose another on the settings page."))
        case .tooLarge:
            return failure(
                .uploadTooLarge,
                localized(
                    "The photographs are too large: \(PlantNetError.sizeLimit >> 20, "size") MiB together at most."))
        case .unsupportedFormat, .badRequest, .addressTooLong, .notFound:
            return failure(.serviceRefusedUpload, localized("Pl@ntNet did not take the photographs."))
        case .invalidRequest:
            return failure(
                .serviceRefusedUpload, localized("The question was not sent: \(error.message, "reason")."), cost: .none)
        default:
            return failure(.serviceFailed, localized("Pl@ntNet could not be asked."), passing: true, fault: true)
        }
    }

    /// The reset time that the service stated, but at the latest the end of the UTC day.
    private func reset(_ error: PlantNetError) -> Date {
        let now = now()
        let end = UTCDay(of: now).end
        let seconds = error.resetsAfter.map { $0 / .seconds(1) } ?? error.retryAfter?.seconds(from: now)
        return seconds.map { min(end, now.addingTimeInterval(max(1, $0))) } ?? end
    }
}

extension PlantNetError {
    /// Whether the client refused the request, so that nothing was sent.
    fileprivate var wasRefusedHere: Bool {
        rule != nil || code == .keyMissing || code == .invalidRequest
            || (cause as? HTTPTransportError)?.code == .invalidRequest
    }
}
