import Foundation
import HTTPTransport
import Household
import Larder
import Messages
import OpenFoodFacts
import Recognition

extension RobotoffIdentity {
    init(_ voter: VoterIdentity) {
        self =
            switch voter {
            case .device(let name): .device(name)
            case .account(let name, let password): .account(Account(name: name, password: password))
            }
    }
}

extension OpenFoodFactsLarder {
    /// Sends a vote once: the service counts every vote, also a repeated one.
    func vote(
        _ question: FoodQuestion, _ choice: Vote.Choice, as voter: VoterIdentity
    ) async throws -> FoodService.Report<FoodService.Receipt> {
        try await asking(.robotoff, isVote: true) {
            let client = robotoff(as: .init(voter), over: voting)
            let reply = try await client.annotate(question.id.rawValue, Self.annotation(choice))
            return .init(storedText { Self.receipt(reply.value, kind: question.kind) }, raw: reply.body)
        }
    }

    private static func annotation(_ choice: Vote.Choice) -> Annotation {
        switch choice {
        case .yes: .yes
        case .no: .no
        case .skip: .skip
        }
    }

    private static func receipt(_ outcome: AnnotationOutcome, kind: String) -> FoodService.Receipt {
        switch outcome.next {
        case .saved, .voteSaved: .counted
        case .drop(let reason): .closed(sentence(reason))
        case .retryLater where kind == InsightType.isUPCImage.rawValue:
            // For this kind of question the failure is usually permanent, so the vote is not retried.
            .closed(localized("Open Food Facts could not take it over: most likely the photograph is gone."))
        case .retryLater: .later(localized("Open Food Facts failed, and Robotoff took the answer back."))
        case .correct: .refused(localized("Robotoff does not take the answer as it is."))
        // A repetition would be refused again, so the vote ends for this voter; with an account it may succeed.
        case .logIn:
            .closed(localized("Robotoff takes answers to this question with an account of Open Food Facts only."))
        case .unrecognised(let number):
            .uncertain(
                localized("Robotoff answered with something that this release does not know (\(number, "number"))."))
        }
    }

    private static func sentence(_ reason: AnnotationOutcome.Reason) -> String {
        switch reason {
        case .productMissing: localized("Open Food Facts does not have the product any more.")
        case .outOfDate: localized("The product has changed since the question was asked.")
        case .alreadyAnswered: localized("Another person has already answered the question.")
        case .insightUnknown: localized("The question does not exist any more.")
        case .imageInvalid: localized("The photograph that the question was about is gone.")
        }
    }

    /// Returns the state of an insight, which is the same for all users.
    func insight(_ question: FoodQuestion) async throws -> FoodService.Report<FoodService.InsightReport> {
        try await asking(.robotoff) {
            let reply = try await robotoff(as: .anonymous, over: reading).insight(question.id.rawValue)
            return .init(.init(reply.value), raw: reply.body)
        }
    }
}

extension FoodService.InsightReport {
    init(_ insight: Insight) {
        let decision: Vote.Choice? =
            switch insight.annotation {
            case .yes?: .yes
            case .no?: .no
            case .skip?: .skip
            default: nil
            }
        let box = insight.boundingBox.flatMap {
            FoodQuestion.Box(left: $0.xMin, top: $0.yMin, right: $0.xMax, bottom: $0.yMax)
        }
        self.init(
            decision: decision, isDecided: !insight.isOpen, username: FoodText.line(insight.username, limit: 100),
            box: box, kind: FoodText.line(insight.type.rawValue, limit: 60), value: FoodText.line(insight.value),
            valueTag: FoodText.line(insight.valueTag))
    }
}
