import Accounts
import FoundationEssentials
package import Larder
import Messages
import Recognition

/// The identity of this house at the services: a random name, or an account.
extension ProductLarder {
    private struct Account: Codable {
        let name: String
        let password: String
    }

    /// Returns the voter for reading and for voting, which must be the same so that no question is asked twice.
    package func voter() async throws -> VoterIdentity {
        if services.service.takesAccounts, let account = try await account() {
            return .account(name: account.name, password: account.password)
        }
        return .device(try await device())
    }

    /// Returns the mark of `voter` without making a name for a house that has none.
    func voterMark() async throws -> String {
        if services.service.takesAccounts, let account = try await account() {
            return VoterIdentity.account(name: account.name, password: account.password).mark
        }
        return VoterIdentity.device("").mark
    }

    /// Returns the voter with that mark; nil if its account has been logged out.
    func voter(of mark: String) async throws -> VoterIdentity? {
        let current = try await voter()
        if current.mark == mark { return current }
        let device = VoterIdentity.device(try await device())
        return device.mark == mark ? device : nil
    }

    /// True if an account can be used: its password is sent over TLS only.
    package var takesFoodAccount: Bool { services.service.takesAccounts }

    package func foodAccount() async throws -> String? { try await account()?.name }

    /// Logs in with an account of Open Food Facts. Later votes are given with it, and the service applies them to the
    /// product at once. Throws `accountRefused`. A wrong password is detected only by the first vote.
    package func logIn(name: String, password: String) async throws {
        try ActingPerson.require(.keys)
        guard services.service.takesAccounts else {
            throw HouseholdError(
                .accountRefused, localized("The password would be sent without encryption."),
                hint: localized("Give robotoff.base-url an https address."))
        }
        let name = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let isName =
            (1...80).contains(name.utf8.count)
            && name.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F && $0 != ":" }
        guard isName else {
            throw HouseholdError(.accountRefused, localized("This is not a user name of Open Food Facts."))
        }
        let isPassword =
            (1...200).contains(password.utf8.count)
            && password.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        guard isPassword else {
            throw HouseholdError(.accountRefused, localized("The password is missing or not valid."))
        }
        try await keep(Account(name: name, password: password))
        // Votes that waited for the account are sendable at once.
        try await hastenVotes()
    }

    package func logOut() async throws {
        try ActingPerson.require(.keys)
        try await keep(nil)
    }

    /// Makes a new random name, so that earlier and later votes cannot be recognised as those of one house. Answered
    /// and skipped questions stay so.
    ///
    /// Throws `outcomeUnknown` while the result of a vote is unknown, because it can be found out under the old name
    /// only.
    package func resetDevice() async throws {
        try ActingPerson.require(.keys)
        // The results of an account's votes are found out under the account.
        let mark = VoterIdentity.device("").mark
        let open = try await records.votes(
            VoteQuery(states: [.sending, .unknown], voter: mark, limit: 1))
        guard open.isEmpty else {
            throw HouseholdError(
                .outcomeUnknown,
                localized("The result of an answer is not known yet. Only the old name can find it out."),
                hint: localized("Try again when the result is known."))
        }
        let kept = try await records.secret(Self.deviceSecret)
        let fresh = try secrets.secretBox.seal(newDevice(), context(Self.deviceSecret))
        _ = try await records.replace(secret: Self.deviceSecret, kept, with: fresh)
    }

    private func device() async throws -> String {
        String(decoding: try await secrets.secret(Self.deviceSecret) { newDevice() }, as: UTF8.self)
    }

    private func newDevice() -> [UInt8] {
        Array("stillroom-\(Base64URL.text(secrets.secretBox.random(18)))".utf8)
    }

    private func account() async throws -> Account? {
        guard let sealed = try await records.secret(Self.accountSecret) else { return nil }
        // An account that cannot be decrypted counts as none: the person logs in again.
        guard let bytes = try? secrets.secretBox.open(sealed, context(Self.accountSecret)) else { return nil }
        return try? JSONDecoder().decode(Account.self, from: Data(bytes))
    }

    private func keep(_ account: Account?) async throws {
        let wasPresent = try await self.account() != nil
        let bytes = try account.map { [UInt8](try JSONEncoder().encode($0)) } ?? []
        let sealed = try secrets.secretBox.seal(bytes, context(Self.accountSecret))
        for _ in 0..<3 {
            let kept = try await records.secret(Self.accountSecret)
            if try await records.replace(secret: Self.accountSecret, kept, with: sealed) == sealed {
                SensitiveActs.report(keptKey: account != nil, of: "Open Food Facts", wasPresent: wasPresent)
                return
            }
        }
        throw HouseholdError(.storageFailed, localized("Another person changed the account at the same time."))
    }

    private func context(_ name: String) -> String { "secret \(id) \(name)" }
    static let deviceSecret = "robotoff-device"
    static let accountSecret = "openfoodfacts-account"
}
