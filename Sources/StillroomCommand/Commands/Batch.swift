import Foundation
import Household
import Imaging
import LocalRecognition
import Recognition

/// Many photographs through one recogniser, some at once, answered in the order they came.
struct Batch {
    let recogniser: LocalRecogniser
    let policy: Policy
    let sheet: AnswerSheet
    let jobs: Int

    private var named = 0
    private var answered = 0
    private var passedOver = 0
    private var worst: CommandFailure.Status?

    init(recogniser: LocalRecogniser, policy: Policy, sheet: AnswerSheet, jobs: Int) {
        self.recogniser = recogniser
        self.policy = policy
        self.sheet = sheet
        self.jobs = jobs
    }

    /// Nothing when all is well; otherwise how the command ends.
    var status: CommandFailure.Status? {
        if let worst { return worst }
        return answered > 0 && named == 0 ? .nothingAboveThreshold : nil
    }

    private enum Outcome: Sendable {
        case answer(Answer)
        case failure(code: String, message: String, CommandFailure.Status)
        case noPicture
    }

    mutating func answerTogether(_ names: [String]) async throws {
        let recogniser = recogniser
        let policy = policy
        let outcome = await Self.outcome(isFound: false) {
            try await recogniser.recognise(names.map(Photographs.read), under: policy)
        }
        try record(outcome, name: names.joined(separator: ", "))
    }

    mutating func answer(_ photographs: Photographs, showProgress: Bool) async throws {
        let progress = Progress()
        let total = showProgress && Terminal.isInteractive ? photographs.reduce(0) { count, _ in count + 1 } : nil
        try await withThrowingTaskGroup(of: (Int, String, Outcome).self) { group in
            var waiting: [Int: (String, Outcome)] = [:]
            var next = 0
            var started = 0
            let iterator = photographs.makeIterator()
            let recogniser = recogniser
            let policy = policy
            // A few more than there are workers, so that none waits for the disk.
            while true {
                while group.isEmpty || started - next < jobs + 2 {
                    guard let item = iterator.next() else { break }
                    if sheet.hasAnswer(item.name) { continue }
                    let place = started
                    started += 1
                    group.addTask {
                        let outcome = await Self.outcome(isFound: item.isFound) {
                            try await recogniser.recognise([Photographs.read(item.name)], under: policy)
                        }
                        return (place, item.name, outcome)
                    }
                }
                guard let (place, name, outcome) = try await group.next() else { break }
                waiting[place] = (name, outcome)
                while let (name, outcome) = waiting.removeValue(forKey: next) {
                    try record(outcome, name: name)
                    next += 1
                    if showProgress { Terminal.progress(progress.line(done: next, of: total)) }
                }
                try Task.checkCancellation()
            }
        }
        if showProgress {
            Terminal.progress("")
            if passedOver > 0 { Terminal.error("\(passedOver) files that are no pictures were passed over.") }
        }
    }

    private static func outcome(isFound: Bool, _ body: () async throws -> Answer) async -> Outcome {
        do {
            return .answer(try await body())
        } catch let error as HouseholdError {
            let passOver = [ImagingError.Code.notAnImage.rawValue, ImagingError.Code.unsupportedFormat.rawValue]
            if isFound, let detail = error.detail, passOver.contains(detail) { return .noPicture }
            return .failure(
                code: error.detail ?? error.code.rawValue, message: error.message, CommandFailure.status(of: error.code)
            )
        } catch {
            let failure = CommandFailure(error)
            return .failure(code: failure.status.word, message: failure.message, failure.status)
        }
    }

    private mutating func record(_ outcome: Outcome, name: String) throws {
        switch outcome {
        case .noPicture: passedOver += 1
        case .answer(let answer):
            answered += 1
            if answer.verdict == .likely || answer.verdict == .unsure { named += 1 }
            try sheet.add(answer, file: name)
        case .failure(let code, let message, let status):
            if status.rawValue > worst?.rawValue ?? 0 { worst = status }
            Terminal.progress("")
            Terminal.error("stillroom: \(name): \(message)")
            try sheet.add(.init(code: code, message: message), file: name)
        }
    }
}

/// Rate and time left, smoothed over the run.
struct Progress {
    private let began = ContinuousClock.now

    func line(done: Int, of total: Int?) -> String {
        let seconds = max((ContinuousClock.now - began) / .seconds(1), 0.001)
        let rate = Double(done) / seconds
        var line =
            "\(done)\(total.map { " of \($0)" } ?? ""), \(rate.formatted(.number.precision(.fractionLength(1)))) a second"
        if let total, rate > 0 {
            let left = Int((Double(total - done) / rate).rounded())
            line += ", \(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60) left"
        }
        return line
    }
}
