package import FoundationEssentials
package import Recognition

/// A service that names plants, asked over the network; it costs a credit a question.
package struct OnlineRecogniser: Sendable {
    /// What the service tells of its quota along with an answer.
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

        /// The same in the flora that has everything.
        var inAllFloras: Question {
            var policy = policy
            policy.project = "all"
            return Question(pictures: pictures, policy: policy)
        }
    }

    package struct Reply: Sendable {
        /// Its source is `plantNet`; a picture that shows no plant is an answer too.
        package let answer: Answer
        package let allowance: Allowance
        /// The service's model, where it told; answers of another one are not remembered beside it.
        package let version: String?

        package init(answer: Answer, allowance: Allowance, version: String?) {
            self.answer = answer
            self.allowance = allowance
            self.version = version
        }
    }

    package struct Failure: Error, Sendable {
        /// How it went with the credit.
        package enum Cost: Sendable { case none, spent }

        package let error: HouseholdError
        package let cost: Cost
        /// Whether the same question again may be answered at once.
        package let isWorthRepeating: Bool
        /// Whether the same question may be answered later.
        package let isPassing: Bool
        /// Whether it says that the service is in a bad state (and not the question).
        package let isServiceAtFault: Bool
        /// False if the question did not leave this machine: then it says nothing about the service.
        package let wasSent: Bool
        package let allowance: Allowance
        /// The service gives nothing before this; nothing where it did not say so.
        package let blockedUntil: Date?
        /// Seconds that the service asked to be left alone.
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

    /// A flora that can be chosen.
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
    /// The service's own count of the day; costs nothing. Throws `Failure`.
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

/// Where a service's key lies. The key itself never passes through the household.
package struct KeyRing: Sendable {
    package enum State: Sendable, Hashable {
        case missing
        /// `account` tells keys apart without telling the key; `place` is said to the owner.
        case present(account: String, place: String)
        /// A file is named but cannot be used.
        case unusable(reason: String)
    }

    package let state: @Sendable () -> State
    /// Keeps a key that the owner typed, or removes it. Throws `HouseholdError`.
    package let keep: @Sendable (_ key: String?) throws -> Void
    /// Whether `keep` can be used: not where the key is given from outside.
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

/// Whether there is a network, as the operating system tells it.
package struct Reachability: Sendable {
    package enum Link: String, Sendable, CaseIterable {
        case wifi, ethernet, other
    }

    /// What there is; nothing where the machine is offline.
    package let link: @Sendable () -> Link?
    /// What there is now and each change; ends when the watch does.
    package let changes: @Sendable () -> AsyncStream<Link?>

    package init(
        link: @escaping @Sendable () -> Link?, changes: @escaping @Sendable () -> AsyncStream<Link?>
    ) {
        self.link = link
        self.changes = changes
    }

    /// For a machine that cannot tell: calls themselves will show it.
    package static let assumed = Reachability(
        link: { .other },
        changes: {
            AsyncStream { continuation in
                continuation.yield(.other)
                continuation.finish()
            }
        })
}
