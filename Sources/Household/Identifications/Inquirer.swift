import FoundationEssentials
package import Logging
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

    package let recogniser: Recogniser
    package let service: OnlineRecogniser
    package let reachability: Reachability
    package let desk: InquiryDesk
    let pictureProcessor: PictureProcessor
    /// Nil if there is no service either.
    let records: (any Records)?
    let household: Household.ID
    let environment: Household.Environment
    let logger: Logger

    package init(
        recogniser: Recogniser, service: OnlineRecogniser, pictureProcessor: PictureProcessor, records: (any Records)?,
        household: Household.ID, reachability: Reachability, desk: InquiryDesk, environment: Household.Environment,
        logger: Logger
    ) {
        self.recogniser = recogniser
        self.service = service
        self.pictureProcessor = pictureProcessor
        self.records = records
        self.household = household
        self.reachability = reachability
        self.desk = desk
        self.environment = environment
        self.logger = logger
    }

    /// Inquires about one to five pictures of one plant.
    ///
    /// Throws `HouseholdError`: the error of the device if the picture is invalid or the device was the only
    /// recogniser, the error of the service if it was the only one, `nobodyAnswered` with an `InquiryFailure` as cause
    /// if both failed; or `CancellationError`.
    package func inquire(
        _ pictures: [Picture], _ mode: Inquiry.Mode, under policy: Policy
    ) async throws -> InquiryResult {
        let began = environment.now()
        var policy = policy
        // A call with an unknown flora would cost a credit for the same error.
        if desk.isUnknown(policy.project) { policy.project = "all" }
        var inquiry = Inquiry(mode, under: policy)
        let errand = InquiryPerformer(self, pictures: pictures, policy: policy)
        let (end, deviceError) = await withTaskGroup(of: InquiryPerformer.Report?.self) { group in
            // What is still running at the end is not needed.
            defer { group.cancelAll() }
            var actions = inquiry.handle(.began)
            var refused: HouseholdError?
            var deviceError: HouseholdError?
            while true {
                for action in actions {
                    switch action {
                    case .finish(let findings): return (InquiryPerformer.End.findings(findings), deviceError)
                    case .fail(let device, let service, let asked):
                        return (.failure(device, service, asked), deviceError)
                    case .abandon: return (.abandoned(refused), deviceError)
                    // Running tasks end with the group, and `leave` releases an unused credit.
                    case .stopDevice, .stopService, .giveBack: break
                    default: group.addTask { await errand.perform(action) }
                    }
                }
                if actions.contains(.askService) {
                    group.addTask { [environment, policy] in
                        let limit = Duration.seconds(policy.serviceSeconds)
                        guard (try? await environment.pause(limit)) != nil else { return nil }
                        return .init(event: .timedOut(price: errand.calls))
                    }
                }
                // All remaining tasks can end without an event only if the inquiry was cancelled.
                guard let report = await group.next() else { return (.abandoned(refused), deviceError) }
                if Task.isCancelled {
                    actions = inquiry.handle(.cancelled)
                } else if let report {
                    refused = report.refused ?? refused
                    deviceError = report.deviceError ?? deviceError
                    actions = inquiry.handle(refused == nil ? report.event : .cancelled)
                } else {
                    actions = []
                }
            }
        }
        await errand.leave()
        let milliseconds = max(0, environment.now().timeIntervalSince(began) * 1000)
        switch end {
        case .findings(let findings):
            note(findings)
            return findings.took(milliseconds)
        case .abandoned(let refused): throw refused ?? CancellationError()
        case .failure(let device, let service, let asked):
            // A service that is not configured is not a second cause.
            if let deviceError, service == nil || asked.reason == .notConfigured { throw deviceError }
            throw InquiryFailure(device: device, service: service, asked: asked).error
        }
    }

    private func note(_ findings: InquiryResult) {
        Counter(
            label: "inquiries_total",
            dimensions: [
                ("reason", findings.asked.reason.rawValue), ("source", findings.answer.source.rawValue),
            ]
        ).increment()
        logger.debug(
            "inquiry ended",
            metadata: [
                "reason": "\(findings.asked.reason.rawValue)", "source": "\(findings.answer.source.rawValue)",
                "price": "\(findings.asked.priceUnits)",
            ])
    }
}

/// The reasons why there is no answer.
package struct InquiryFailure: Error, Sendable, Hashable {
    package let device: Inquiry.Failure?
    package let service: Inquiry.Failure?
    package let asked: ServiceCallRecord

    /// The same as an error of the household.
    var error: HouseholdError {
        switch (device, service) {
        case (let device?, let service?):
            HouseholdError(
                .nobodyAnswered, "Nobody answered. On this machine: \(device.message) At Pl@ntNet: \(service.message)",
                detail: "\(device.code), \(service.code)", cause: self)
        case (let device?, nil): HouseholdError(.init(rawValue: device.code), device.message, cause: self)
        case (nil, let service?):
            HouseholdError(
                .init(rawValue: service.code), service.message,
                hint: service.isPassing ? "Try again later, or let this machine answer." : nil, cause: self)
        case (nil, nil): HouseholdError(.internalFault, "Nobody was asked.", cause: self)
        }
    }
}
