import ArgumentParser
import Household
import Messages
import ServiceLifecycle

struct Work: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: localized("Send the reminders and answers that are due, without serving the app."),
        discussion: Discussion.examples(
            """
            stillroom work
            stillroom work --once
            """,
            localized(
                """
                "stillroom serve" does the same beside its pages. Several may run on the same data: each notice is \
                sent by
                one of them, and what a worker was sending when it died is sent by another.
                """)))

    @Flag(help: ArgumentHelp(localized("Send what is due now and end.")))
    var once = false

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await reporting {
            let settings = try await common.settings()
            let logger = Compose.logger(settings)
            let household = try await Compose.household(settings, withModel: false, logger: logger)
            if once { return try await deliverAll(household) }
            let worker = DeliveryWorker(household: household, logger: logger)
            try await ServiceGroup(of: ["delivery worker": worker.inEnglish], logger: logger).run()
        }
    }

    private func deliverAll(_ household: Household) async throws {
        _ = try await household.reminders(for: .machine).reconcileReminders()
        var (sent, failed) = (0, 0)
        while let next = try await household.reminders(for: .machine).nextReminder(), next <= household.now() {
            let report = try await household.reminders(for: .machine).sendDue()
            if report.sent + report.failed == 0 { break }
            sent += report.sent
            failed += report.failed
        }
        let answers = try await household.larder.sendVotes()
        Terminal.error(localized("\(sent, "sent") sent, \(failed, "failed") not."))
        if answers.counted + answers.waiting > 0 {
            let (counted, waiting) = (answers.counted, answers.waiting)
            Terminal.error(localized("\(counted, "counted") answers counted, \(waiting, "waiting") wait."))
        }
        if failed > 0 {
            throw CommandFailure(
                .unavailable, localized("Some notices could not be sent."),
                hint: localized("stillroom reminders says why."))
        }
    }
}
