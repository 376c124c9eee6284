import ArgumentParser
import Documents
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

    @OptionGroup var common: AnywhereOptions

    func run() async throws {
        try await reporting {
            try common.refuse("--raw", original.raw)
            try common.refuse("--ask", ask)
            try await original.run { try await show() }
        }
    }

    private func show() async throws {
        let found: QuotaDocument?
        if let house = try await common.elsewhere() {
            found = try await document(house)
        } else {
            found = try await document()
        }
        guard let document = found else { return }
        output.json ? try output.print(document) : print(document)
    }

    private func document(_ house: HouseAPI) async throws -> QuotaDocument {
        do { return try await house.get(HouseAPI.path("quota")) } catch let error as HouseAPIError
            where error.code == HouseholdError.Code.serviceNotConfigured.rawValue
        {
            throw notConfigured(hint: nil)
        }
    }

    /// Returns the quota of the household on this machine.
    private func document() async throws -> QuotaDocument? {
        let settings = try await common.here.settings()
        guard Compose.isConfigured(settings) else {
            throw notConfigured(hint: localized("Docs/plantnet.md says how to get one and where to put it."))
        }
        let household = try await Compose.household(settings, withModel: false, logger: Compose.logger(settings))
        guard let quota = try await household.identifications.quota() else { return nil }
        return QuotaDocument(
            quota, waiting: try await household.identifications.waiting().count,
            serviceRemaining: ask ? try await household.identifications.remainingByService() : nil,
            now: household.now())
    }

    private func notConfigured(hint: String?) -> CommandFailure {
        if output.json { Terminal.print(#"{"configured":false,"service":"plantnet"}"#) }
        return CommandFailure(
            .configuration, localized("No key for Pl@ntNet is set, so requests are not counted."), hint: hint)
    }

    private func print(_ document: QuotaDocument) {
        let (left, budget) = (document.remaining, document.budget)
        let level = Quota.Level(rawValue: document.level).flatMap { Self.words($0) }.map { " (\($0))" } ?? ""
        Terminal.print(localized("Pl@ntNet: \(left, "left") of \(budget, "limit") requests left today") + level)
        Terminal.print("  " + Self.use(document))
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

    private static func use(_ document: QuotaDocument) -> String {
        let (used, reserved, limit) = (document.used, document.reserved, document.limit)
        return switch (reserved > 0, limit < document.budget) {
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
