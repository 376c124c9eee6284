import Accounts
import ArgumentParser
import Foundation
import Household
import Messages
import Recognition

struct AccountsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts",
        abstract: localized(
            "List the accounts of the household, make a link for a new passphrase, and tokens for programs."),
        discussion: Discussion.examples(
            """
            stillroom accounts
            stillroom accounts reset Ada
            stillroom accounts token Ada --for Prometheus --scope admin
            """,
            localized(
                """
                A person who can run this command on the data folder can enter every account.
                """)),
        subcommands: [List.self, CreateOwner.self, Reset.self, Token.self, Tokens.self, EndToken.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("List names and roles, in the order of joining."))

        @OptionGroup var output: OutputOptions

        @OptionGroup var common: CommonOptions

        private struct Line: Encodable {
            let id: String
            let name: String
            let role: String
            let createdAt: Date
        }

        func run() async throws {
            try await reporting {
                let people = try await AccountsCommand.household(try await common.settings()).accounts.people()
                if people.isEmpty, output.isForPeople {
                    Terminal.error(
                        localized("There are no accounts. stillroom setup-link makes a link for the first one."))
                }
                let lines = people.map {
                    Line(id: $0.id.rawValue, name: $0.name.text, role: $0.role.rawValue, createdAt: $0.createdAt)
                }
                try output.print(lines, columns: ["id", "name", "role"]) { line in
                    let role = Role(rawValue: line.role).map { Self.words($0) } ?? line.role
                    return "\(role)  \(Terminal.harmless(line.name))"
                }
            }
        }

        private static func words(_ role: Role) -> String {
            switch role {
            case .owner: localized("owner")
            case .member: localized("member")
            case .guest: localized("guest")
            }
        }
    }

    struct Reset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Make a link with which a person sets a new passphrase."),
            discussion: Discussion.examples(
                """
                stillroom accounts reset Ada
                """,
                localized(
                    """
                    The link works once, within an hour, and replaces earlier ones. The devices of the account are \
                    signed
                    out when it is used, and its tokens end.
                    """)))

        @Argument(help: ArgumentHelp(localized("The name of the account."), valueName: "name"))
        var name: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await reporting {
                let settings = try await common.settings()
                let server = try AccountAddress.server(settings)
                let link = try await AccountsCommand.household(settings).accounts.makeResetLink(name: name)
                Terminal.print(AccountAddress.reset(link, at: server))
            }
        }
    }

    static func household(_ settings: Settings) async throws -> Household {
        try await Compose.household(settings, withModel: false, logger: Compose.logger(settings))
    }
}
