import Accounts
package import Foundation
package import HTTPTransport
import HTTPTypes
package import Household
import Messages
import Synchronization

/// The sign-in service of a household (OpenID Connect): asks for its addresses and keys, and exchanges codes.
///
/// Addresses and keys are cached for an hour. If the service does not answer, the cached ones stay in use, and it is asked
/// again after ten seconds at the earliest. A trouble is logged once, until the service has answered again.
package final class OpenIDProvider: Sendable {
    /// What the operator has set.
    package struct Settings: Sendable {
        package let name: String
        package let issuer: String
        package let client: String
        package let secret: KeyFile

        package init(name: String, issuer: String, client: String, secret: KeyFile) {
            self.name = name
            self.issuer = issuer
            self.client = client
            self.secret = secret
        }
    }

    static let timeLimit = Duration.seconds(10)
    static let cacheSeconds = 3600.0
    /// New keys are read at most once in this time because of a token with an unknown key.
    static let renewalSeconds = 60.0
    static let pauseSeconds = 10.0
    private static let answerLimit = 256 << 10

    private struct Cached<Value: Sendable>: Sendable {
        var value: Value?
        var at = Date.distantPast
        /// When the service did not answer last.
        var failedAt = Date.distantPast
        var fetching: Task<Value?, Never>?

        /// Whether a time is within the last seconds. One in the future, after the clock went back, is not.
        static func isWithin(_ seconds: Double, _ time: Date, _ now: Date) -> Bool {
            (0..<seconds).contains(now.timeIntervalSince(time))
        }
    }

    private struct State: Sendable {
        var metadata = Cached<OpenIDMetadata>()
        var keys = Cached<[UInt8]>()
        /// The trouble that is in the log, as words in the language of the task that reads them; nil as long as the
        /// service answers.
        var trouble: (@Sendable () -> String)?
    }

    private let settings: Settings
    private let transport: HTTPTransport
    private let check: OpenIDStatementCheck
    private let now: @Sendable () -> Date
    private let log: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// `transport` must not log and must not follow redirects. `log` gets sentences without secrets.
    package init(
        _ settings: Settings, transport: HTTPTransport, check: OpenIDStatementCheck,
        now: @escaping @Sendable () -> Date, clock: any Clock<Duration> = ContinuousClock(),
        log: @escaping @Sendable (String) -> Void
    ) {
        self.settings = settings
        self.transport = transport.timingOut(after: Self.timeLimit, clock: clock)
        self.check = check
        self.now = now
        self.log = log
    }

    package var services: OpenIDServices {
        OpenIDServices(
            name: settings.name, issuer: settings.issuer,
            address: { [self] request throws(OpenIDFault) in try await address(request) },
            redeem: { [self] code, expectation throws(OpenIDFault) in try await redeem(code, expectation) })
    }

    /// Returns whether a text can be an issuer in the settings: https, or http on this machine; without a query.
    package static func isIssuer(_ text: String) -> Bool { OpenIDMetadata.isIssuer(text) }

    /// Asks the service for its addresses and keys. Returns the trouble in words; nil if all is well.
    package func trouble() async -> String? {
        guard await metadata() != nil, let keys = await keys() else {
            return state.withLock { $0.trouble }?() ?? localized("it cannot be reached")
        }
        return check.keyCount(keys) > 0
            ? nil : localized("it has no key of a known kind (RS256, ES256, EdDSA)")
    }

    // MARK: - To the service

    private func address(_ request: OpenIDRequest) async throws(OpenIDFault) -> String {
        guard let metadata = await metadata() else { throw .unavailable(wasSent: false) }
        var fields = [
            ("response_type", "code"), ("client_id", settings.client), ("redirect_uri", request.redirect),
            ("scope", "openid profile"), ("state", request.state), ("nonce", request.nonce),
            ("code_challenge", request.challenge), ("code_challenge_method", "S256"),
        ]
        if request.asksAgain { fields += [("prompt", "login"), ("max_age", "0")] }
        let place = metadata.authorization
        return place.origin + place.path + (place.path.contains("?") ? "&" : "?") + OpenIDMetadata.form(fields)
    }

    // MARK: - Codes

    private func redeem(
        _ code: OpenIDCode, _ expectation: OpenIDExpectation
    ) async throws(OpenIDFault) -> OpenIDPerson {
        // The keys first: without them the code would be lost.
        guard let metadata = await metadata(), let keys = await keys() else { throw .unavailable(wasSent: false) }
        let tokens = try await tokens(for: code, metadata)
        let statement = try await statement(tokens.statement, keys, expectation)
        var name = statement.name
        if name == nil, let place = metadata.person, let access = tokens.access {
            name = await self.name(of: statement.subject, place, access)
        }
        return OpenIDPerson(
            issuer: settings.issuer, subject: statement.subject,
            name: name ?? OpenIDIdentity.shownName(statement.subject) ?? "a person")
    }

    private func statement(
        _ token: String, _ keys: [UInt8], _ expectation: OpenIDExpectation
    ) async throws(OpenIDFault) -> OpenIDStatement {
        do throws(OpenIDStatementFault) {
            return try check.check(token, keys, settings.issuer, settings.client, expectation)
        } catch {
            guard error == .unknownKey, let newer = await newerKeys(than: keys) else { throw .statementRefused(error) }
            do throws(OpenIDStatementFault) {
                return try check.check(token, newer, settings.issuer, settings.client, expectation)
            } catch { throw .statementRefused(error) }
        }
    }

    private struct Tokens: Decodable {
        let statement: String
        let access: String?

        private enum CodingKeys: String, CodingKey {
            case statement = "id_token"
            case access = "access_token"
        }
    }

    private struct Refusal: Decodable {
        let error: String
    }

    /// The errors of RFC 6749, section 5.2, that say nothing about the code.
    private static let clientErrors: Set = [
        "invalid_client", "unauthorized_client", "unsupported_grant_type", "invalid_scope",
    ]

    private func tokens(for code: OpenIDCode, _ metadata: OpenIDMetadata) async throws(OpenIDFault) -> Tokens {
        var fields = [
            ("grant_type", "authorization_code"), ("code", code.code), ("redirect_uri", code.redirect),
            ("code_verifier", code.verifier),
        ]
        var headers: HTTPFields = [
            .accept: "application/json", .contentType: "application/x-www-form-urlencoded",
        ]
        if case .unusable(let reason) = storedText({ settings.secret.ring.state() }) {
            note { "its secret cannot be used: \(reason)" }
            throw .unavailable(wasSent: false)
        }
        switch (settings.secret.key(), metadata.authentication) {
        case (let secret?, .basic):
            // RFC 6749, section 2.3.1: both are encoded first.
            let pair = OpenIDMetadata.encoded(settings.client) + ":" + OpenIDMetadata.encoded(secret)
            headers[.authorization] = "Basic " + Data(pair.utf8).base64EncodedString()
        case (let secret?, .post): fields += [("client_id", settings.client), ("client_secret", secret)]
        case (nil, _): fields.append(("client_id", settings.client))
        }
        let body = HTTPTransport.Body(Array(OpenIDMetadata.form(fields).utf8))
        let response: HTTPTransport.Response
        do {
            response = try await transport.send(
                Self.request(.post, metadata.token, headers, body: body))
        } catch {
            note { "it does not answer" }
            throw .unavailable(wasSent: Self.mayBeSent(error))
        }
        switch response.head.status.code {
        case 200:
            guard let tokens = try? JSONDecoder().decode(Tokens.self, from: Data(response.body)) else {
                note { "its answer to a code cannot be read" }
                throw .unavailable(wasSent: true)
            }
            note(nil)
            return tokens
        case 408, 425, 429:
            note { "it asks for a pause" }
            throw .unavailable(wasSent: true)
        case 400..<500:
            let refusal = try? JSONDecoder().decode(Refusal.self, from: Data(response.body))
            if response.head.status.code == 401 || refusal.map({ Self.clientErrors.contains($0.error) }) ?? false {
                note { "it does not accept accounts.openid-client-id with its secret" }
                throw .clientRefused
            }
            throw .codeRefused
        default:
            note { "it is in trouble (\(response.head.status.code))" }
            throw .unavailable(wasSent: true)
        }
    }

    private struct Person: Decodable {
        let sub: String
        let preferredUsername: String?
        let email: String?
        let name: String?

        private enum CodingKeys: String, CodingKey {
            case sub, email, name
            case preferredUsername = "preferred_username"
        }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            sub = try fields.decode(String.self, forKey: .sub)
            // Only shown, so another type is no reason to refuse a person.
            preferredUsername = try? fields.decode(String.self, forKey: .preferredUsername)
            email = try? fields.decode(String.self, forKey: .email)
            name = try? fields.decode(String.self, forKey: .name)
        }
    }

    /// Returns what the service calls a person, if the token did not say it; nil if that cannot be found out. The answer
    /// must be about the same person (OpenID Connect Core 1.0, section 5.3.2).
    private func name(of subject: String, _ place: RemoteAddress, _ access: String) async -> String? {
        guard access.utf8.count <= 8192, access.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        let headers: HTTPFields = [.accept: "application/json", .authorization: "Bearer \(access)"]
        guard let response = try? await transport.send(Self.request(.get, place, headers)),
            response.head.status.code == 200,
            let person = try? JSONDecoder().decode(Person.self, from: Data(response.body)), person.sub == subject
        else { return nil }
        return [person.preferredUsername, person.email, person.name].lazy.compactMap(\.self)
            .compactMap(OpenIDIdentity.shownName).first
    }

    // MARK: - Addresses and keys

    private func metadata() async -> OpenIDMetadata? {
        await cached(\.metadata) { [self] in
            guard let place = OpenIDMetadata.address(of: settings.issuer) else { return nil }
            guard let bytes = await read(place) else { return nil }
            do throws(OpenIDMetadata.Unusable) {
                return try OpenIDMetadata(bytes, issuer: settings.issuer)
            } catch {
                note(error.words)
                return nil
            }
        }
    }

    private func keys() async -> [UInt8]? { await cached(\.keys) { [self] in await readKeys() } }

    /// Returns keys that another sign-in has read in the meantime, or new ones if none were read just now; nil otherwise.
    private func newerKeys(than keys: [UInt8]) async -> [UInt8]? {
        let now = now()
        let (known, isDue): ([UInt8]?, Bool) = state.withLock { state in
            if let known = state.keys.value, known != keys { return (known, false) }
            guard !Cached<[UInt8]>.isWithin(Self.renewalSeconds, state.keys.at, now) else { return (nil, false) }
            state.keys.at = .distantPast
            return (nil, true)
        }
        return isDue ? await self.keys() : known
    }

    private func readKeys() async -> [UInt8]? {
        guard let metadata = await metadata(), let bytes = await read(metadata.keys) else { return nil }
        guard check.keyCount(bytes) > 0 else {
            note { localized("it has no key of a known kind (RS256, ES256, EdDSA)") }
            return nil
        }
        return bytes
    }

    /// Returns the cached value, or reads it. Callers at the same time share one request.
    private func cached<Value: Sendable>(
        _ path: any WritableKeyPath<State, Cached<Value>> & Sendable, _ read: @escaping @Sendable () async -> Value?
    ) async -> Value? {
        let now = now()
        let (known, task): (Value?, Task<Value?, Never>?) = state.withLock { state in
            let cached = state[keyPath: path]
            let isFresh = Cached<Value>.isWithin(Self.cacheSeconds, cached.at, now)
            let isPaused = Cached<Value>.isWithin(Self.pauseSeconds, cached.failedAt, now)
            if cached.value != nil, isFresh || isPaused { return (cached.value, nil) }
            if let task = cached.fetching { return (cached.value, task) }
            if isPaused { return (nil, nil) }
            let task = Task { [self] in
                let value = await read()
                self.state.withLock { state in
                    state[keyPath: path].fetching = nil
                    if let value {
                        state[keyPath: path].value = value
                        state[keyPath: path].at = now
                        state[keyPath: path].failedAt = .distantPast
                    } else {
                        state[keyPath: path].failedAt = now
                    }
                }
                return value
            }
            state[keyPath: path].fetching = task
            return (cached.value, task)
        }
        guard let task else { return known }
        let value = await task.value
        if value != nil { note(nil) }
        return value ?? known
    }

    private func read(_ place: RemoteAddress) async -> [UInt8]? {
        guard let response = try? await transport.send(Self.request(.get, place, [.accept: "application/json"])) else {
            note { localized("it does not answer") }
            return nil
        }
        guard response.head.status.code == 200 else {
            note {
                localized("it answers \(response.head.status.code, "status") for its configuration or its keys")
            }
            return nil
        }
        return response.body
    }

    private static func request(
        _ method: HTTPRequest.Method, _ place: RemoteAddress, _ fields: HTTPFields, body: HTTPTransport.Body? = nil
    ) -> HTTPTransport.Request {
        HTTPTransport.Request(
            head: HTTPRequest(
                method: method, scheme: place.scheme, authority: place.authority, path: place.path,
                headerFields: fields),
            body: body, isRepeatable: false, responseLimit: answerLimit)
    }

    /// Whether a request that failed may have reached the service.
    private static func mayBeSent(_ error: any Error) -> Bool {
        guard let error = error as? HTTPTransportError else { return true }
        return ![.noNetwork, .connectionFailed, .invalidRequest].contains(error.code)
    }

    /// Logs a trouble once, in English. Nil means that the service has answered. `doctor` shows the troubles with addresses
    /// and keys, so these are in the catalogues.
    private func note(_ trouble: (@Sendable () -> String)?) {
        let isNew = state.withLock { state in
            // A second trouble is logged only after the service has answered.
            let isNew = trouble != nil && state.trouble == nil
            state.trouble = trouble
            return isNew
        }
        guard isNew, let trouble else { return }
        log("the sign-in service \(settings.name) cannot be used: \(storedText(trouble))")
    }
}
