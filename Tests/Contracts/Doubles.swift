package import Foundation
package import Household
import Logging
package import Messages
package import Recognition
import SQLRecords
import Synchronization

/// Test doubles for the dependencies of a household. Each is a value; `.unimplemented` fails the test that calls it.
extension Recogniser {
    package struct Untouchable: Error {}

    package static let unimplemented = Recogniser(
        about: { .failure(HouseholdError(.modelUnavailable, "There is no model.", hint: "Install one.")) },
        recognise: { _, _ in throw Untouchable() })

    package static func constant(_ answer: Answer) -> Recogniser {
        Recogniser(
            about: {
                .success(
                    .init(
                        model: answer.model, labelCount: 2, licence: "none", source: "drawn", accuracy: "perfect",
                        limits: "two plants"))
            }, recognise: { _, _ in answer })
    }

    package static func failing(_ code: HouseholdError.Code) -> Recogniser {
        Recogniser(about: Recogniser.constant(Sample().answer()).about) { _, _ in
            throw HouseholdError(code, "It failed on purpose.", hint: "Try again.")
        }
    }
}

extension PictureProcessor {
    /// Accepts every input that starts with "photo" as a JPEG of 640 × 480.
    package static let drawn = PictureProcessor(
        develop: { bytes in
            try refuseOthers(bytes)
            return Rendition(format: .jpeg, width: 640, height: 480, display: bytes + [1], thumbnail: bytes + [2])
        },
        upload: { bytes in
            try refuseOthers(bytes)
            return Upload(jpeg: bytes, digest: try MemoryArchive.digest(of: bytes), lookalike: nil)
        })

    private static func refuseOthers(_ bytes: [UInt8]) throws {
        guard bytes.starts(with: Array("photo".utf8)) else {
            throw HouseholdError(
                .photographRefused, "This is not a picture.", detail: "not-an-image", hint: "Try another photograph.")
        }
    }
}

/// Photographs in memory.
package final class MemoryArchive: Sendable {
    private let files = Mutex<[String: [UInt8]]>([:])

    package init() {}

    package var count: Int { files.withLock { $0.count } }

    /// Not SHA-256; different bytes have different digests.
    package static func digest(of bytes: [UInt8]) throws -> Digest {
        var sum: UInt64 = 14_695_981_039_346_656_037
        for byte in bytes { sum = (sum ^ UInt64(byte)) &* 1_099_511_628_211 }
        let short = String(sum, radix: 16)
        guard let digest = Digest(String(repeating: "0", count: 64 - short.count) + short) else {
            throw Sample.Exhausted()
        }
        return digest
    }

    package var archive: PhotographArchive {
        PhotographArchive(
            digest: { try Self.digest(of: $0) },
            keep: { original, print in
                let digest = try Self.digest(of: original)
                let hexadecimal = digest.hexadecimal
                self.files.withLock { files in
                    files[hexadecimal + "original"] = original
                    files[hexadecimal + "display"] = print.display
                    files[hexadecimal + "thumbnail"] = print.thumbnail
                }
                return digest
            },
            read: { digest, kind in self.files.withLock { $0[digest.hexadecimal + kind.rawValue] } },
            remove: { digest in
                self.files.withLock { files in
                    for kind in PhotographArchive.Kind.allCases { files[digest.hexadecimal + kind.rawValue] = nil }
                }
            }, tidy: {}, check: {})
    }
}

extension OnlineRecogniser {
    package static let unimplemented = OnlineRecogniser(
        key: .missing, ask: { _ in throw Recogniser.Untouchable() }, projects: { _ in throw Recogniser.Untouchable() },
        allowance: { throw Recogniser.Untouchable() })

    /// Has a key and gives the same answer to every question.
    package static func constant(_ answer: Answer, remaining: Int? = nil, version: String? = "1") -> OnlineRecogniser {
        asking { _ in Reply(answer: answer, allowance: .init(remaining: remaining), version: version) }
    }

    package static func asking(
        _ ask: @escaping @Sendable (Question) async throws -> Reply
    ) -> OnlineRecogniser {
        OnlineRecogniser(
            key: .present, ask: ask, projects: { _ in [Project(id: "all", title: "All floras")] },
            allowance: { Allowance() })
    }

    package static func failing(_ failure: Failure) -> OnlineRecogniser { asking { _ in throw failure } }
}

extension KeyRing {
    package static let missing = KeyRing(state: { .missing }, canKeep: true, keep: { _ in })
    package static let present = KeyRing(
        state: { .present(account: "plantnet:test", place: "a drawer") }, canKeep: true, keep: { _ in })
}

extension Reachability {
    package static let offline = Reachability(
        link: { nil },
        changes: {
            AsyncStream { continuation in
                continuation.yield(nil)
                continuation.finish()
            }
        })
}

extension Household.Environment {
    /// A clock that stands still and pauses that end only by cancellation.
    package static let still = at { Sample().time(30) }

    /// A clock that a test sets; `steady` is the monotonic clock.
    package static func at(
        _ now: @escaping @Sendable () -> Date, steady: @escaping @Sendable () -> Duration = { .zero }
    ) -> Household.Environment {
        Household.Environment(
            now: now, steady: steady, uniqueName: { UUID().uuidString.lowercased() },
            pause: { _ in
                // Waits until the task is cancelled.
                let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
                for await _ in stream {}
                withExtendedLifetime(continuation) {}
                throw CancellationError()
            }, chance: { 0.5 })
    }

    /// A clock that stands still and pauses that end at once.
    package static let hurried = Household.Environment(
        now: { Sample().time(30) }, uniqueName: { UUID().uuidString.lowercased() },
        pause: { duration in
            // The time limit of an inquiry does not end at once.
            if duration >= .seconds(10) { try await still.pause(duration) }
        }, chance: { 0.5 })
}

extension Household {
    /// A household in memory with a clock that stands still.
    package static func drawn(
        records: any Records = SQLRecords.inMemory(), archive: MemoryArchive = MemoryArchive(),
        photographs: PhotographArchive? = nil, recogniser: Recogniser = .constant(Sample().answer()),
        service: OnlineRecogniser = .unimplemented, reachability: Reachability = .assumed, policy: Policy = Policy(),
        careServices: CareServices = .drawn(), noticeServices: NoticeServices = .drawn(),
        foodServices: FoodServices = .empty,
        labelServices: LabelServices = .empty, credentials: CredentialServices = .drawn(),
        networkServices: NetworkServices = .drawn(), backupServices: BackupServices = .unavailable,
        restoreServices: RestoreServices = .unavailable, localizations: Localizations = .onlyEnglish,
        environment: Environment = .still
    ) -> Household {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let signals = ChangeSignals()
        return Household(
            records: records, archive: photographs ?? archive.archive, pictureProcessor: .drawn,
            inquirer: Inquirer(
                recogniser: recogniser, service: service, pictureProcessor: .drawn, records: records,
                reachability: reachability, health: ServiceHealth(signals: signals),
                environment: environment, logger: logger),
            livePolicy: LivePolicy(policy), signals: signals,
            careServices: careServices, noticeServices: noticeServices, foodServices: foodServices,
            labelServices: labelServices, credentials: credentials, networkServices: networkServices,
            backupServices: backupServices, restoreServices: restoreServices, localizations: localizations,
            environment: environment, logger: logger)
    }
}

extension Recogniser {
    /// Knows no plant, but distinguishes pictures by their second word: "photo basil 1" and "photo basil 2" show the same
    /// plant, "photo fern" another one. "photo blank" has no vector, "photo broken" cannot be read.
    package static let telling = Recogniser(
        about: {
            .success(
                .init(
                    model: "telling 1", labelCount: 2, licence: "none", source: "drawn", accuracy: "none",
                    limits: "all", samePlantFrom: 0.8))
        },
        recognise: { pictures, _ in
            let vectors = try pictures.map { picture in
                let words = String(decoding: picture, as: UTF8.self).split(separator: " ")
                let name = words.count > 1 ? String(words[1]) : ""
                if name == "broken" {
                    throw HouseholdError(.photographRefused, "It is broken.", hint: "Try another photograph.")
                }
                var vector = [Float](repeating: 0, count: 8)
                vector[["basil", "fern", "rose"].firstIndex(of: name) ?? 7] = 1
                return name == "blank" ? [] : vector
            }
            return Answer(
                verdict: .noClearMatch, reason: .outsideKnowledge,
                candidates: [
                    Candidate(rank: 1, taxon: Taxon(scientificName: "Rosa canina"), confidence: Confidence(0.3))
                ], rollUps: [], source: .device, model: "telling 1",
                durations: .init(decode: 1, inference: 1, total: 2), answeredAt: Date(timeIntervalSince1970: 0),
                embeddings: vectors)
        })
}
