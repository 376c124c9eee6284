import ArgumentParser
import Foundation
import Household
import Recognition

struct QuotaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quota",
        abstract: "Show how many requests to Pl@ntNet are left today.",
        discussion: """
            Examples:
              stillroom quota
              stillroom quota --json

            A day begins at midnight UTC. Ends with 78 where there is no key.
            """)

    @OptionGroup var output: DocumentOptions

    @Flag(help: "Also ask Pl@ntNet what it counted itself; that costs nothing.")
    var ask = false

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
        try await reporting {
            let settings = try await common.settings()
            guard Compose.isConfigured(settings) else {
                if output.json { Terminal.print(#"{"configured":false,"service":"plantnet"}"#) }
                throw CommandFailure(
                    .configuration, "No key for Pl@ntNet is set, so requests are not counted.",
                    hint: "Docs/plantnet.md says how to get one and where to put it.")
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
    }

    private func print(_ document: Document, _ quota: Quota) {
        let step = document.level == Quota.Level.plenty.rawValue ? "" : " (\(document.level))"
        Terminal.print("Pl@ntNet: \(document.remaining) of \(document.budget) requests left today\(step)")
        Terminal.print(
            "  used \(document.used)" + (document.reserved > 0 ? ", under way \(document.reserved)" : "")
                + (quota.limit < quota.budget ? "; Pl@ntNet itself gives \(quota.limit)" : ""))
        Terminal.print("  again \(document.budget) at \(document.resetsAt.formatted(.iso8601))")
        if let until = document.blockedUntil {
            Terminal.print("  Pl@ntNet said to wait until \(until.formatted(.iso8601))")
        }
        if document.waiting > 0 { Terminal.print("  \(document.waiting) identifications wait to be sent") }
        if let left = document.serviceRemaining { Terminal.print("  Pl@ntNet itself counts \(left) left") }
    }
}
