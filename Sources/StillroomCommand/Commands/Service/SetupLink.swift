import Accounts
import ArgumentParser
import Household
import Messages

struct SetupLink: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup-link",
        abstract: localized("Make a link with which the owner of the household creates an account."),
        discussion: Discussion.examples(
            """
            stillroom setup-link
            """,
            localized(
                """
                The link works once, within an hour, and replaces earlier ones. "stillroom serve" prints one, too. It is
                refused once there is an owner.
                """)))

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await reporting {
            let settings = try await common.settings()
            let server = try AccountAddress.server(settings)
            let household = try await Compose.household(settings, withModel: false, logger: Compose.logger(settings))
            Terminal.print(AccountAddress.setup(try await household.accounts.makeSetupLink(), at: server))
        }
    }
}
