package import FoundationEssentials
package import Recognition

/// A remote service that identifies plants; each question costs a credit.
package struct OnlineRecogniser: Sendable {
    /// The quota that the service reports with an answer.
    package struct Allowance: Sendable, Hashable {
        package let remaining: Int?
        package let resetsAt: Date?

        package init(remaining: Int? = nil, resetsAt: Date? = nil) {
            self.remaining = remaining
            self.resetsAt = resetsAt
        }
    }

    package struct Question: Sendable {
        package struct Picture: Sendable {
            package let upload: Upload
            package let organ: Organ

            package init(upload: Upload, organ: Organ) {
                self.upload = upload
                self.organ = organ
            }
        }

        /// One to five photographs of one plant.
        package let pictures: [Picture]
        package let policy: Policy

        package init(pictures: [Picture], policy: Policy) {
            self.pictures = pictures
            self.policy = policy
        }

        /// The identity of the question in the cache and among running questions.
        var key: InquiryKey {
            InquiryKey(
                pictures: pictures.map { .init(digest: $0.upload.digest, organ: $0.organ) },
                lookalike: pictures.first?.upload.lookalike, project: policy.project, language: policy.language)
        }

        /// The same question in the complete flora.
        var inAllFloras: Question {
            var policy = policy
            policy.project = "all"
            return Question(pictures: pictures, policy: policy)
        }
    }

    package struct Reply: Sendable {
        /// Its source is `plantNet`. A picture without a plant has an answer, too.
        package let answer: Answer
        package let allowance: Allowance
        /// The version of the service's model, if reported; stored answers of other versions are removed.
        package let version: String?

        package init(answer: Answer, allowance: Allowance, version: String?) {
            self.answer = answer
            self.allowance = allowance
            self.version = version
        }
    }

    package struct Failure: Error, Sendable {
        /// Whether the credit was spent.
        package enum Cost: Sendable { case none, spent }

        package let error: HouseholdError
        package let cost: Cost
        /// True if the same question may be answered at once.
        package let isWorthRepeating: Bool
        /// True if the same question may be answered later.
        package let isPassing: Bool
        /// True if the service is the cause, and not the question.
        package let isServiceAtFault: Bool
        /// False if the question was not sent; then the failure says nothing about the service.
        package let wasSent: Bool
        package let allowance: Allowance
        /// The service accepts no calls before this time; nil if it did not report one.
        package let blockedUntil: Date?
        /// The delay in seconds that the service requested.
        package let retryAfter: Double?

        package init(
            _ error: HouseholdError, cost: Cost, isWorthRepeating: Bool = false, isPassing: Bool = false,
            isServiceAtFault: Bool = false, wasSent: Bool = true, allowance: Allowance = .init(),
            blockedUntil: Date? = nil, retryAfter: Double? = nil
        ) {
            self.error = error
            self.cost = cost
            self.isWorthRepeating = isWorthRepeating
            self.isPassing = isPassing
            self.isServiceAtFault = isServiceAtFault
            self.wasSent = wasSent
            self.allowance = allowance
            self.blockedUntil = blockedUntil
            self.retryAfter = retryAfter
        }
    }

    /// A flora for selection.
    package struct Project: Sendable, Hashable, Codable {
        package let id: String
        package let title: String
        package let speciesCount: Int?

        package init(id: String, title: String, speciesCount: Int? = nil) {
            self.id = id
            self.title = title
            self.speciesCount = speciesCount
        }
    }

    /// Throws `Failure`, or `CancellationError`.
    package let ask: @Sendable (Question) async throws -> Reply
    /// Costs nothing. Throws `Failure`.
    package let projects: @Sendable (_ language: String) async throws -> [Project]
    /// Returns the service's own count of the day. Costs nothing. Throws `Failure`.
    package let allowance: @Sendable () async throws -> Allowance
    package let key: KeyRing

    package init(
        key: KeyRing, ask: @escaping @Sendable (Question) async throws -> Reply,
        projects: @escaping @Sendable (_ language: String) async throws -> [Project],
        allowance: @escaping @Sendable () async throws -> Allowance
    ) {
        self.key = key
        self.ask = ask
        self.projects = projects
        self.allowance = allowance
    }
}

/// Access to the key of a service. The key itself never passes through the household.
package struct KeyRing: Sendable {
    package enum State: Sendable, Hashable {
        case missing
        /// `account` identifies a key without revealing it; `place` is shown to the owner.
        case present(account: String, place: String)
        /// A key file is configured but cannot be used.
        case unusable(reason: String)
    }

    package let state: @Sendable () -> State
    /// Stores a key that the owner entered, or removes it. Throws `HouseholdError`.
    package let keep: @Sendable (_ key: String?) throws -> Void
    /// True if `keep` can be used: not if the key is given by the environment or a flag.
    package let canKeep: Bool

    package init(
        state: @escaping @Sendable () -> State, canKeep: Bool,
        keep: @escaping @Sendable (_ key: String?) throws -> Void
    ) {
        self.state = state
        self.canKeep = canKeep
        self.keep = keep
    }
}

/// The state of the network, as reported by the operating system.
package struct Reachability: Sendable {
    package enum Link: String, Sendable, CaseIterable {
        case wifi, ethernet, other
    }

    /// The current link; nil if the machine is offline.
    package let link: @Sendable () -> Link?
    /// The current link and each change; ends when the observation ends.
    package let changes: @Sendable () -> AsyncStream<Link?>

    package init(
        link: @escaping @Sendable () -> Link?, changes: @escaping @Sendable () -> AsyncStream<Link?>
    ) {
        self.link = link
        self.changes = changes
    }

    /// For a machine that cannot report it: calls show whether there is a network.
    package static let assumed = Reachability(
        link: { .other },
        changes: {
            AsyncStream { continuation in
                continuation.yield(.other)
                continuation.finish()
            }
        })
}
