import Accounts
import FoundationEssentials
import Household
import Messages
import Recognition

extension SQLRow {
    func accountName(_ column: String = "name") throws -> AccountName {
        guard let name = try? AccountName(try required(column)) else { throw Self.damaged(column) }
        return name
    }

    /// Of a row of `account` joined with `membership`.
    func account() throws -> Account {
        Account(
            id: try identifier("account_id"), name: try accountName(), role: try word("role"),
            createdAt: Date(milliseconds: try required("account_created_at")),
            language: try optionalWord("account_language"),
            habits: .init(
                clock: try optionalWord("account_clock"), weekStart: try optionalWord("account_week_start"),
                measures: try optionalWord("account_measures")))
    }

    func session() throws -> Session {
        Session(
            id: try identifier("session_id"), account: try identifier("account_id"),
            device: Device(userAgent: try required("user_agent"), address: try required("address")),
            createdAt: Date(milliseconds: try required("created_at")),
            lastUsedAt: Date(milliseconds: try required("used_at")), isConfirmed: try required("is_confirmed"))
    }

    func accessToken() throws -> AccessToken {
        let scopes = try required("scopes", as: String.self).split(separator: " ").map { word in
            guard let scope = TokenScope(rawValue: String(word)) else { throw Self.damaged("scopes") }
            return scope
        }
        return AccessToken(
            id: try identifier("token_id"), account: try identifier("account_id"), name: try required("token_name"),
            scopes: Set(scopes), createdAt: Date(milliseconds: try required("created_at")),
            expires: Date(milliseconds: try required("expires_at")),
            lastUse: (self["used_at"] as Int64?).map(Date.init(milliseconds:)))
    }

    func accountLink() throws -> AccountLink {
        AccountLink(
            id: try identifier("id"), kind: try word("kind"), digest: try required("digest"),
            role: try optionalWord("role"), account: try optionalIdentifier("account_id"),
            by: try optionalIdentifier("made_by"), madeAt: Date(milliseconds: try required("made_at")),
            expires: Date(milliseconds: try required("expires_at")))
    }

    func accountEvent() throws -> AccountEvent {
        AccountEvent(
            at: Date(milliseconds: try required("at")), kind: try word("kind"), name: self["name"],
            by: self["made_by"], role: try optionalWord("role"), address: self["address"],
            count: try required("count"), subject: self["subject"])
    }

    private func optionalWord<Word: RawRepresentable<String>>(_ column: String) throws -> Word? {
        guard let text: String = self[column] else { return nil }
        guard let word = Word(rawValue: text) else { throw Self.damaged(column) }
        return word
    }

    private func optionalIdentifier<Subject>(_ column: String) throws -> Identifier<Subject>? {
        guard let text: String = self[column] else { return nil }
        guard let identifier = Identifier<Subject>(text) else { throw Self.damaged(column) }
        return identifier
    }
}
