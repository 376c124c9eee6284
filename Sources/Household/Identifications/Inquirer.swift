import FoundationEssentials
package import Logging
import Messages
import Metrics
package import Recognition

/// Performs inquiries: passes events to the state machine and executes its actions. Pictures do not have to belong to a
/// collection, so the command uses it with plain files.
package struct Inquirer: Sendable {
    package struct Picture: Sendable {
        package let bytes: [UInt8]
        package let organ: Organ

        package init(bytes: [UInt8], organ: Organ = .auto) {
            self.bytes = bytes
            self.organ = organ
        }
    }

    /// How an inquiry ended.
    package enum Outcome: Sendable {
        /// At least one recogniser answered.
        case answered(InquiryResult)
        /// No recogniser answered. The record says whether the service was called and may answer later.
        case unanswered(HouseholdError, ServiceCallRecord)
        /// A picture cannot be used, so no recogniser can answer.
        case pictureRefused(HouseholdError)

        /// Returns the result, or throws the error.
        package func get() throws(HouseholdError) -> InquiryResult {
            switch self {
            case .answered(let result): return result
            case .unanswered(let error, _), .pictureRefused(let error): throw error
            }
        }
    }

    /// How a recogniser ended.
    enum Ended: Sendable {
        case deviceAnswered(Answer)
        case deviceFailed(HouseholdError)
        case service(Inquiry.ServiceOutcome)
        case pictureRefused(HouseholdError)
    }

    let recogniser: Recogniser
    let service: OnlineRecogniser
    let reachability: Reachability
    let health: ServiceHealth
    let pictureProcessor: PictureProcessor
    /// Nil if there is no service either.
    let records: (any AnswerRecords & QuotaRecords)?
    let environment: Household.Environment
    let logger: Logger

    package init(
        recogniser: Recogniser, service: OnlineRecogniser, pictureProcessor: PictureProcessor,
        records: (any AnswerRecords & QuotaRecords)?,
        reachability: Reachability, health: ServiceHealth,
        environment: Household.Environment, logger: Logger
    ) {
        self.recogniser = recogniser
        self.service = service
        self.pictureProcessor = pictureProcessor
        self.records = records
        self.reachability = reachability
        self.health = health
        self.environment = environment
        self.logger = logger
    }

    /// A look of the model on this machine at pictures before the inquiry about them.
    struct Look: Sendable {
        fileprivate let task: Task<Ended?, Never>
        fileprivate let began: Date

        /// Ends the look, and returns when it has let go of the pictures.
        func end() async {
            task.cancel()
            _ = await task.value
        }
    }

    /// Begins to look at pictures, if their inquiry begins with the model and the model is on this machine. The caller uses the
    /// look for the inquiry, and ends it in any case.
    func look(at pictures: [Picture], _ mode: Inquiry.Mode, under policy: Policy) -> Look? {
        var inquiry = Inquiry(mode, under: policy)
        guard recogniser.isHere, inquiry.handle(.began).contains(.askDevice) else { return nil }
        return Look(task: Task { await askDevice(pictures, under: policy) }, began: environment.now())
    }

    /// Inquires about one to five pictures of one plant. Throws only `CancellationError`.
    package func inquire(
        _ pictures: [Picture], _ mode: Inquiry.Mode, under policy: Policy
    ) async throws -> Outcome {
        try await inquire(pictures, mode, under: policy, look: nil)
    }

    /// As the other function; the model does not look again if `look` was begun with the same values.
    func inquire(
        _ pictures: [Picture], _ mode: Inquiry.Mode, under policy: Policy, look: Look?
    ) async throws -> Outcome {
        let began = look?.began ?? environment.now()
        var policy = policy
        // A call with an unknown flora would cost a credit for the same error.
        if health.isUnknown(policy.project) { policy.project = "all" }
        let outcome = try await run(Inquiry(mode, under: policy), pictures, under: policy, look)
        guard case .answered(let result) = outcome else { return outcome }
        count(result)
        return .answered(result.took(max(0, environment.now().timeIntervalSince(began) * 1000)))
    }

    /// Runs the recognisers as the state machine requires, each in a task of its own.
    private func run(
        _ inquiry: Inquiry, _ pictures: [Picture], under policy: Policy, _ look: Look?
    ) async throws -> Outcome {
        var inquiry = inquiry
        return try await withThrowingTaskGroup(of: Ended?.self) { group in
            // What is still running at the end is not needed.
            defer { group.cancelAll() }
            var actions = inquiry.handle(.began)
            var deviceError: HouseholdError?
            while true {
                for action in actions {
                    switch action {
                    case .askDevice:
                        group.addTask {
                            guard let look else { return await askDevice(pictures, under: policy) }
                            return await withTaskCancellationHandler {
                                await look.task.value
                            } onCancel: {
                                look.task.cancel()
                            }
                        }
                    case .askService: group.addTask { await askService(pictures, under: policy) }
                    case .finish(let result): return .answered(result)
                    case .fail(let failure, let asked):
                        return .unanswered(Self.error(device: deviceError, service: failure, asked), asked)
                    }
                }
                // A task without an end was cancelled. All tasks can end so only if the inquiry was cancelled.
                guard let ended = try await group.next() else { throw CancellationError() }
                try Task.checkCancellation()
                switch ended {
                case .deviceAnswered(let answer): actions = inquiry.handle(.deviceAnswered(answer))
                case .deviceFailed(let error):
                    deviceError = error
                    actions = inquiry.handle(.deviceFailed)
                case .service(let outcome): actions = inquiry.handle(.serviceEnded(outcome))
                case .pictureRefused(let error): return .pictureRefused(error)
                case nil: actions = []
                }
            }
        }
    }

    private func askDevice(_ pictures: [Picture], under policy: Policy) async -> Ended? {
        do {
            return .deviceAnswered(try await recogniser.recognise(pictures.map(\.bytes), policy))
        } catch let error as HouseholdError {
            return error.isAboutThePicture ? .pictureRefused(error) : .deviceFailed(error)
        } catch is CancellationError {
            return nil
        } catch {
            return .deviceFailed(HouseholdError(.recognitionFailed, localized("The model failed.")))
        }
    }

    /// Returns the reasons why no recogniser answered as one error.
    private static func error(
        device: HouseholdError?, service: Inquiry.Failure?, _ asked: ServiceCallRecord
    ) -> HouseholdError {
        switch (device, service) {
        // A service that is not configured is not a second cause.
        case (let device?, let service?) where asked.reason != .notConfigured:
            HouseholdError(
                .noAnswer,
                localized(
                    "There is no answer. This server: \(device.message, "reason") Pl@ntNet: \(service.words, "otherReason")"
                ),
                detail: "\(device.code.rawValue), \(service.code)")
        case (let device?, _): device
        case (nil, let service?):
            HouseholdError(
                .init(rawValue: service.code), service.words,
                hint: service.isPassing ? localized("Try again later, or choose the model of this server.") : nil)
        case (nil, nil): HouseholdError(.internalFault, localized("No recogniser was asked."))
        }
    }

    private func count(_ result: InquiryResult) {
        Counter(
            label: "inquiries_total",
            dimensions: [("reason", result.asked.reason.rawValue), ("source", result.answer.source.rawValue)]
        ).increment()
        logger.debug(
            "inquiry ended",
            metadata: [
                "reason": "\(result.asked.reason.rawValue)", "source": "\(result.answer.source.rawValue)",
                "price": "\(result.asked.priceUnits)",
            ])
    }
}
