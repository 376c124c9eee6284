import Accounts
import ArgumentParser
import Foundation
import Household
import Messages

extension AccountsCommand {
    struct CreateOwner: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create-owner",
            abstract: localized("Create the account of the owner, without a browser."),
            discussion: Discussion.examples(
                """
                stillroom accounts create-owner Ada --passphrase-file passphrase
                """,
                localized(
                    """
                    For containers and scripts; a person opens the link of "stillroom setup-link" instead. It is refused once
                    there is an owner. The recovery codes are printed once, one a line.
                    """)))

        @Argument(help: ArgumentHelp(localized("The name of the account."), valueName: "name"))
        var name: String

        @Option(
            help: ArgumentHelp(localized("The file with the passphrase; - reads standard input."), valueName: "file"))
        var passphraseFile: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await reporting {
                let settings = try await common.settings()
                let passphrase = String(decoding: try BackupCommand.passphrase(passphraseFile), as: UTF8.self)
                let accounts = try await AccountsCommand.household(settings).accounts
                let link = try await accounts.makeSetupLink()
                let (session, codes) = try await accounts.createOwner(
                    link.text, name: AccountDirectory.name(name), passphrase: AccountDirectory.passphrase(passphrase),
                    on: Device(userAgent: "stillroom accounts create-owner", address: ""))
                // No browser has the session.
                if let id = session.person.session { try await accounts.signOut(id) }
                Terminal.print(codes.map(\.text).joined(separator: "\n"))
                Terminal.error(
                    localized(
                        """
                        There is an owner now. Keep the recovery codes: each opens the account once, without the passphrase.
                        """))
            }
        }
    }
}
