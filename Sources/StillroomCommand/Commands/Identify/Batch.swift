import Documents
import Foundation
import Household
import Imaging
import Recognition

/// Identifies many photographs, several at once, and writes the answers in the order of the input.
struct Batch {
    let inquirer: Inquirer
    let policy: Policy
    let sheet: AnswerSheet
    let jobs: Int

    private var named = 0
    private var answered = 0
    private var passedOver = 0
    private var worst: CommandFailure.Status?
    private var showsProgress = false

    init(inquirer: Inquirer, policy: Policy, sheet: AnswerSheet, jobs: Int) {
        self.inquirer = inquirer
        self.policy = policy
        self.sheet = sheet
        self.jobs = jobs
    }

    /// The status with which the command ends; nil for success.
    var status: CommandFailure.Status? {
        if let worst { return worst }
        return answered > 0 && named == 0 ? .nothingAboveThreshold : nil
    }

    private enum Outcome: Sendable {
        case answer(InquiryResult)
        case failure(code: String, message: String, CommandFailure.Status)
        case noPicture
    }

    mutating func answerTogether(_ names: [String], organs: [Organ]) async throws {
        let inquirer = inquirer
        let policy = policy
        let outcome = await Self.outcome(isFound: false) {
            let pictures = try names.enumerated().map { place, name in
                Inquirer.Picture(bytes: try Photographs.read(name), organ: organs.at(place))
            }
            return try await inquirer.inquire(pictures, .fresh(policy.strategy), under: policy).get()
        }
        try record(outcome, name: names.joined(separator: ", "))
    }

    mutating func answer(_ photographs: Photographs, organs: [Organ], isBatch: Bool, showProgress: Bool) async throws {
        let progress = ProgressBar()
        showsProgress = showProgress
        let total = showProgress ? photographs.reduce(0) { count, _ in count + 1 } : nil
        var done = 0
        let (inquirer, policy, sheet) = (inquirer, policy, sheet)
        let wanted = photographs.lazy.filter { !sheet.hasAnswer($0.name) }
        try await OrderedWork.run(wanted, jobs: jobs) { item, place in
            await Self.outcome(isFound: item.isFound) {
                let picture = Inquirer.Picture(bytes: try Photographs.read(item.name), organ: organs.at(place))
                return try await inquirer.inquire([picture], .fresh(policy.strategy), under: policy).get()
            }
        } show: { item, outcome in
            try record(outcome, name: item.name)
            done += 1
            if showProgress { Terminal.progress(progress.line(done: done, of: total)) }
        }
        if showProgress { Terminal.progress("") }
        if isBatch {
            if passedOver > 0 { Terminal.error(Photographs.skipped(passedOver)) }
        }
    }

    private static func outcome(isFound: Bool, _ body: () async throws -> InquiryResult) async -> Outcome {
        do {
            return .answer(try await body())
        } catch let error as HouseholdError {
            if isFound, CommandFailure.isNoPicture(error) { return .noPicture }
            let code = error.code == .noAnswer ? nil : error.detail
            return .failure(
                code: code ?? error.code.rawValue, message: error.message, CommandFailure.status(of: error.code))
        } catch {
            let failure = CommandFailure(error)
            return .failure(code: failure.status.word, message: failure.message, failure.status)
        }
    }

    private mutating func record(_ outcome: Outcome, name: String) throws {
        switch outcome {
        case .noPicture: passedOver += 1
        case .answer(let findings):
            answered += 1
            if [.likely, .unsure].contains(findings.answer.verdict) { named += 1 }
            try sheet.add(findings, file: name)
        case .failure(let code, let message, let status):
            if status.rawValue > worst?.rawValue ?? 0 { worst = status }
            if showsProgress { Terminal.progress("") }
            Terminal.error(Terminal.styled("stillroom:", .red, isError: true) + " \(name): \(message)")
            try sheet.add(.init(code: code, message: message), file: name)
        }
    }
}

extension [Organ] {
    /// Returns the organ of a photograph: one for all, or one each; `auto` if there is none.
    func at(_ place: Int) -> Organ { count == 1 ? self[0] : place < count ? self[place] : .auto }
}
