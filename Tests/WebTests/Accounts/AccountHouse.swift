import Accounts
import Contracts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Support
import Testing

@testable import Web

/// A household whose clock a test sets, and requests to its pages as browsers send them.
struct AccountHouse {
    static let passphrase = "a quiet still in the pantry"
    static let name = "Ada"

    let clock: SetClock
    let household: Household

    /// `pauses` are those of requests that wait. With `skipsPauses` they end at once.
    init(
        pauses: Pauses? = nil, skipsPauses: Bool = false, networkServices: NetworkServices = .drawn(),
        labelServices: LabelServices = .empty, openID: DrawnOpenID? = nil,
        backupServices: BackupServices = .unavailable,
        restoreServices: RestoreServices = .unavailable
    ) throws {
        let clock = try SetClock("2026-11-21T11:00:00Z")
        self.clock = clock
        let still = Household.Environment.at({ clock.now }, steady: { clock.steady })
        household = .drawn(
            labelServices: labelServices, credentials: .drawn(openID: openID?.services),
            networkServices: networkServices, backupServices: backupServices, restoreServices: restoreServices,
            environment: .init(
                now: still.now, steady: still.steady, uniqueName: still.uniqueName,
                pause: { duration in
                    if skipsPauses { return await Task.yield() }
                    guard let pauses else { return try await still.pause(duration) }
                    try await pauses.pause(duration)
                }, chance: still.chance))
    }

    /// Calls `body` with a browser.
    func visiting(
        servesMCP: Bool = false, _ body: @escaping @Sendable (AccountVisit) async throws -> Void
    ) async throws {
        let server = try WebServer(
            household, settings: .init(version: "test", servesMCP: servesMCP),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let house = self
        try await Application(router: server.router()).test(.router) {
            try await body(AccountVisit(client: $0, house: house))
        }
    }

    /// Creates the owner and returns a browser's cookie of the new session, and the recovery codes.
    @discardableResult
    func owned() async throws -> (cookie: String, codes: [String]) {
        let link = try await household.accounts.makeSetupLink()
        let (session, codes) = try await household.accounts.createOwner(
            link.text, name: try AccountName(Self.name), passphrase: try Passphrase(Self.passphrase), on: Self.phone)
        return ("\(SessionCookie.name)=\(session.secret.text)", codes.map(\.text))
    }

    /// Adds a person with this role and returns a cookie.
    func joined(_ name: String, as role: Role, invitedBy owner: SignedIn) async throws -> String {
        let link = try await household.accounts.invite(as: role, by: owner)
        let (session, _) = try await household.accounts.accept(
            link.text, name: try AccountName(name), passphrase: try Passphrase(Self.passphrase), on: Self.phone)
        return "\(SessionCookie.name)=\(session.secret.text)"
    }

    func person(_ cookie: String) async throws -> SignedIn? {
        try await household.accounts.person(session: String(cookie.dropFirst(SessionCookie.name.count + 1)))
    }

    static let phone = Device(
        userAgent: "Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0", address: "127.0.0.1")
}

/// A browser of the household without a cookie store: a test gives the cookie.
struct AccountVisit {
    let client: any TestClientProtocol
    let house: AccountHouse

    func get(_ uri: String, cookie: String? = nil, accept: String = "text/html") async throws -> TestResponse {
        try await client.execute(uri: uri, method: .get, headers: Self.headers(cookie, accept: accept))
    }

    /// Sends a form.
    func post(
        _ uri: String, _ fields: KeyValuePairs<String, String> = [:], cookie: String? = nil,
        accept: String = "text/html", also: [(String, String)] = []
    ) async throws -> TestResponse {
        var headers = Self.headers(cookie, accept: accept)
        headers[.contentType] = "application/x-www-form-urlencoded"
        for (name, value) in also { headers[try #require(HTTPField.Name(name))] = value }
        let body = fields.map { "\($0.key)=\(Self.encoded($0.value))" }.joined(separator: "&")
        return try await client.execute(uri: uri, method: .post, headers: headers, body: ByteBuffer(string: body))
    }

    /// Sends JSON as a page's script does.
    func sendJSON(_ uri: String, _ body: Data, cookie: String) async throws -> TestResponse {
        var headers = Self.headers(cookie, accept: "application/json")
        headers[.contentType] = "application/json"
        return try await client.execute(uri: uri, method: .post, headers: headers, body: ByteBuffer(bytes: body))
    }

    func signIn(
        _ name: String = AccountHouse.name, _ passphrase: String = AccountHouse.passphrase, back: String? = nil,
        cookie: String? = nil
    ) async throws -> TestResponse {
        guard let back else {
            return try await post(Site.signIn, ["name": name, "passphrase": passphrase], cookie: cookie)
        }
        return try await post(
            Site.signIn, ["name": name, "passphrase": passphrase, "return": back], cookie: cookie)
    }

    private static func headers(_ cookie: String?, accept: String) -> HTTPFields {
        var headers: HTTPFields = [.accept: accept]
        headers[.cookie] = cookie
        return headers
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}

extension TestResponse {
    var text: String { String(buffer: body) }

    /// The pair of name and value of the cookie that the answer sets; nil if it sets or keeps none.
    var cookie: String? {
        guard let field = headers[.setCookie], field != SessionCookie.removal else { return nil }
        return field.split(separator: ";").first.map(String.init)
    }
}
