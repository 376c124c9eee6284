import ArgumentParser
import Foundation
import Household
import Messages
import Recognition

struct QuotaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quota",
        abstract: localized("Show how many requests to Pl@ntNet are left today."),
        discussion: Discussion.examples(
            """
            stillroom quota
            stillroom quota --json
            """,
            localized(
                """
                A day begins at midnight UTC. Ends with 78 where there is no key.
                """)))

    @OptionGroup var output: DocumentOptions

    @Flag(help: ArgumentHelp(localized("Also ask Pl@ntNet what it counted itself; that costs nothing.")))
    var ask = false

    @OptionGroup var original: OriginalAnswerOptions

    @OptionGroup var common: CommonOptions

    private struct Document: Encodable {
        var service = "plantnet"
        var configured = true
        let budget: Int
        let used: Int
        let reserved: Int
        let remaining: Int
        let level: String
        let day: String
        let resetsAt: Date
        let blockedUntil: Date?
        let waiting: Int
        let serviceRemaining: Int?
    }

    func run() async throws {
        try await reporting { try await original.run { try await show() } }
    }

    private func show() async throws {
        let settings = try await common.settings()
        guard Compose.isConfigured(settings) else {
            if output.json { Terminal.print(#"{"configured":false,"service":"plantnet"}"#) }
            throw CommandFailure(
                .configuration, localized("No key for Pl@ntNet is set, so requests are not counted."),
                hint: localized("Docs/plantnet.md says how to get one and where to put it."))
        }
        let household = try await Compose.household(settings, withModel: false, logger: Compose.logger(settings))
        guard let quota = try await household.identifications.quota() else { return }
        let counted = ask ? try await household.identifications.remainingByService() : nil
        let now = household.now()
        let document = Document(
            budget: quota.budget, used: quota.used, reserved: quota.reserved, remaining: quota.remaining(at: now),
            level: quota.level(at: now).rawValue,
            day: quota.day.end.addingTimeInterval(-1).formatted(.iso8601.year().month().day()),
            resetsAt: quota.resetsAt(from: now), blockedUntil: quota.blockedUntil.flatMap { $0 > now ? $0 : nil },
            waiting: try await household.identifications.waiting().count, serviceRemaining: counted)
        output.json ? try output.print(document) : print(document, quota)
    }

    private func print(_ document: Document, _ quota: Quota) {
        let (left, budget) = (document.remaining, document.budget)
        let level = Quota.Level(rawValue: document.level).flatMap { Self.words($0) }.map { " (\($0))" } ?? ""
        Terminal.print(localized("Pl@ntNet: \(left, "left") of \(budget, "limit") requests left today") + level)
        Terminal.print("  " + Self.use(document, quota))
        let reset = document.resetsAt.formatted(.iso8601)
        Terminal.print("  " + localized("again \(budget, "limit") at \(reset, "time")"))
        if let until = document.blockedUntil?.formatted(.iso8601) {
            Terminal.print("  " + localized("Pl@ntNet said to wait until \(until, "time")"))
        }
        let waiting = document.waiting
        if waiting > 0 {
            let words = localized(
                waiting, one: "\(waiting, "count") identifications wait to be sent",
                other: "\(waiting, "count") identifications wait to be sent")
            Terminal.print("  " + words)
        }
        if let left = document.serviceRemaining {
            Terminal.print("  " + localized("Pl@ntNet itself counts \(left, "count") left"))
        }
    }

    private static func use(_ document: Document, _ quota: Quota) -> String {
        let (used, reserved, limit) = (document.used, document.reserved, quota.limit)
        return switch (reserved > 0, limit < quota.budget) {
        case (false, false): localized("used \(used, "used")")
        case (true, false): localized("used \(used, "used"), under way \(reserved, "underWay")")
        case (false, true): localized("used \(used, "used"); Pl@ntNet itself gives \(limit, "limit")")
        case (true, true):
            localized(
                "used \(used, "used"), under way \(reserved, "underWay"); Pl@ntNet itself gives \(limit, "limit")")
        }
    }

    /// The words for a level; nil while there are plenty of requests.
    private static func words(_ level: Quota.Level) -> String? {
        switch level {
        case .plenty: nil
        case .note: localized("note", context: "requests that are left")
        case .warning: localized("warning", context: "requests that are left")
        case .critical: localized("critical", context: "requests that are left")
        case .exhausted: localized("exhausted", context: "requests that are left")
        }
    }
}
