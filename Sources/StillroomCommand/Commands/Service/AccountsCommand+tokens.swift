import Accounts
import ArgumentParser
import Foundation
import Household
import Messages
import Recognition

extension TokenScope: ExpressibleByArgument {}

extension AccountsCommand {
    struct Token: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Make a token with which a program uses the API in the name of a person."),
            discussion: Discussion.examples(
                """
                stillroom accounts token Ada --for "Home Assistant" --scope read --scope write
                stillroom accounts token Ada --for Prometheus --scope admin --days 365
                """,
                localized(
                    """
                    The token is printed once, alone on standard output. It allows what its scopes and the role of the \
                    person
                    allow.
                    """)))

        @Argument(help: ArgumentHelp(localized("The name of the account."), valueName: "name"))
        var name: String

        @Option(name: .customLong("for"), help: ArgumentHelp(localized("The name of the program."), valueName: "text"))
        var program: String

        @Option(
            name: .customLong("scope"),
            help: ArgumentHelp(
                localized("What the program may do: \(Token.allScopes, "words"). Repeat it for more."),
                valueName: "scope"))
        var scopes: [TokenScope]

        private static let allScopes = TokenScope.allCases.map(\.rawValue).joined(separator: ", ")

        @Option(help: ArgumentHelp(localized("For how many days it is valid, 1 to 365."), valueName: "days"))
        var days = AccessToken.usualDays

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await reporting {
                let household = try await AccountsCommand.household(try await common.settings())
                let made = try await household.accounts.makeToken(
                    named: program, scopes: Set(scopes), days: days, inTheNameOf: name)
                Terminal.print(made.secret.text)
                let day = TokenLine.day(made.token.expires)
                Terminal.error(localized("Valid until \(day, "day"). It is shown only now."))
            }
        }
    }

    struct Tokens: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("List the tokens of a person, latest first."),
            discussion: Discussion.examples(
                """
                stillroom accounts tokens Ada
                """))

        @Argument(help: ArgumentHelp(localized("The name of the account."), valueName: "name"))
        var name: String

        @OptionGroup var output: OutputOptions

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await reporting {
                let household = try await AccountsCommand.household(try await common.settings())
                let now = household.now()
                let lines = try await household.accounts.tokens(ofPersonNamed: name).map { TokenLine($0, now: now) }
                try output.print(lines, columns: ["id", "name", "scopes", "isValid", "expires"]) { $0.text }
            }
        }
    }

    struct EndToken: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "end-token", abstract: localized("End a token. The program is refused from now on."),
            discussion: Discussion.examples(
                """
                stillroom accounts end-token 3f0e8f6e-5b7e-4f67-9c0e-2f6d2ad2b7b1
                """,
                localized(
                    """
                    "stillroom accounts tokens NAME" lists the identifiers.
                    """)))

        @Argument(help: ArgumentHelp(localized("The identifier of the token."), valueName: "id"))
        var id: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await reporting {
                guard let token = AccessToken.ID(id) else {
                    throw CommandFailure(
                        .usage, localized("This is not the identifier of a token."),
                        hint: localized("stillroom accounts tokens NAME lists those of a person."))
                }
                try await AccountsCommand.household(try await common.settings()).accounts.end(token, of: nil)
            }
        }
    }
}

/// A token in the list.
struct TokenLine: Encodable {
    let id: String
    let name: String
    let scopes: [String]
    let createdAt: Date
    let expires: Date
    let lastUse: Date?
    let isValid: Bool

    init(_ token: AccessToken, now: Date) {
        id = token.id.rawValue
        name = token.name
        scopes = TokenScope.allCases.filter(token.scopes.contains).map(\.rawValue)
        (createdAt, expires, lastUse) = (token.createdAt, token.expires, token.lastUse)
        isValid = token.isValid(at: now)
    }

    var text: String {
        let use = lastUse.map { localized("last used \(Self.day($0), "day")") } ?? localized("never used")
        let day = Self.day(expires)
        let validity =
            isValid ? localized("valid until \(day, "day")") : localized("expired, was valid until \(day, "day")")
        return "\(id)  \(Terminal.harmless(name))  \(scopes.joined(separator: " "))  \(validity)  \(use)"
    }

    /// The date in UTC.
    static func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
}
