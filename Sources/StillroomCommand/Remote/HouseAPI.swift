import Calendar
import Certificates
import Foundation
import HTTPTransport
import HTTPTypes
import Household
import Messages
import OnlineServices

/// A household on another machine, used through its API with a token (Docs/api.md).
struct HouseAPI: Sendable {
    private let client: APIClient<HouseAPIError>
    /// The address of the household, without a path.
    let address: URL

    /// `address` is that of the app, as https://stillroom.local:8443. Plain http is accepted for this machine only,
    /// because the token would be readable in the network.
    ///
    /// Throws `CommandFailure`: usage for another address, configuration without a token or with an unusable certificate.
    init(_ address: String, settings: Settings) throws(CommandFailure) {
        guard let url = URL(string: address), let host = url.host(), !host.isEmpty, url.user() == nil,
            url.query() == nil, url.fragment() == nil, ["", "/"].contains(url.path()),
            url.scheme == "https" || (url.scheme == "http" && Address.isOwn(url))
        else {
            throw CommandFailure(
                .usage,
                localized("--house “\(Terminal.harmless(address), "address")” is not the address of a household."),
                hint: localized("Write it as https://stillroom.local:8443, without a path."))
        }
        guard let token = try Self.token(settings.house) else {
            throw CommandFailure(
                .configuration, localized("There is no token for the household."),
                hint: localized(
                    """
                    Make one in Stillroom under Account › Access for programs. Put it into \
                    \(settings.house.file, "file"), or into STILLROOM_HOUSE_TOKEN.
                    """))
        }
        self.address = url
        client = APIClient(
            baseURL: url, transport: try Self.transport(settings.houseCertificateFile), credential: .bearer(token),
            secrets: [token])
    }

    private static func token(_ key: ServiceKey) throws(CommandFailure) -> String? {
        let text = key.key ?? FileManager.default.contents(atPath: key.file).map { String(decoding: $0, as: UTF8.self) }
        guard let token = text?.trimmingCharacters(in: .whitespacesAndNewlines), !token.isEmpty else { return nil }
        guard token.utf8.count <= 256, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw CommandFailure(
                .configuration, localized("What is given as the token of the household is not a token."))
        }
        return token
    }

    /// A photograph on a slow line may take minutes.
    private static let seconds = 110

    private static func transport(_ certificateFile: String?) throws(CommandFailure) -> HTTPTransport {
        let transport: HTTPTransport
        if let file = certificateFile {
            guard let bytes = FileManager.default.contents(atPath: file),
                let trust = AuthorityTrust(pem: [UInt8](bytes))
            else {
                throw CommandFailure(
                    .configuration,
                    localized("\(file, "file") is not a certificate in the PEM format, or cannot be read."),
                    hint: localized("The page “Phones in your home” of the household leads to its certificate."))
            }
            transport = VerifiedTransport { await trust.accepts($0, host: $1) }.transport
        } else {
            transport = LiveTransport().transport
        }
        return transport.timingOut(after: .seconds(seconds))
    }

    // MARK: - Calls

    /// Returns the decoded answer to a GET request.
    func get<Value: Decodable>(_ path: String, _ query: [(String, String?)] = []) async throws -> Value {
        try value(of: try await send(APICall(path: path, query: Self.items(query))))
    }

    /// Returns the bytes of the answer to a GET request.
    func bytes(_ path: String, _ query: [(String, String?)] = []) async throws -> [UInt8] {
        try await send(
            APICall(path: path, query: Self.items(query), accept: "*/*", responseLimit: 64 << 20)
        ).body
    }

    /// Returns the decoded answer to a POST request: the fields as JSON; null values are left out. Without
    /// fields there is no body.
    func post<Value: Decodable>(_ path: String, _ fields: [String: JSONValue?] = [:]) async throws -> Value {
        try value(of: try await send(Self.call(path, fields)))
    }

    /// Returns the decoded answer to a POST request without a body.
    func post<Value: Decodable>(_ path: String, query: [(String, String?)]) async throws -> Value {
        let call = APICall(method: .post, path: path, query: Self.items(query), isRepeatable: false)
        return try value(of: try await send(call))
    }

    /// Sends a POST request and ignores the answer.
    func post(_ path: String, _ fields: [String: JSONValue?] = [:]) async throws {
        _ = try await send(Self.call(path, fields))
    }

    /// Returns the decoded answer to a PATCH request.
    func patch<Value: Decodable>(_ path: String, _ fields: [String: JSONValue?]) async throws -> Value {
        try value(of: try await send(Self.call(path, fields, method: .patch)))
    }

    /// Sends a PUT request and ignores the answer.
    func put(_ path: String, _ fields: [String: JSONValue?]) async throws {
        _ = try await send(Self.call(path, fields, method: .put))
    }

    func delete(_ path: String) async throws { _ = try await send(APICall(method: .delete, path: path)) }

    /// Returns the decoded answer to a DELETE request.
    func delete<Value: Decodable>(_ path: String, _ query: [(String, String?)]) async throws -> Value {
        try value(of: try await send(APICall(method: .delete, path: path, query: Self.items(query))))
    }

    /// Sends bytes, such as a photograph, and returns the decoded answer.
    func post<Value: Decodable>(
        bytes: [UInt8], to path: String, _ query: [(String, String?)] = []
    ) async throws -> Value {
        let body = APICall.Body(contentType: "application/octet-stream", bytes: .init(bytes))
        return try value(
            of: try await send(
                APICall(method: .post, path: path, query: Self.items(query), body: body, isRepeatable: false)))
    }

    /// Sends a message of the Model Context Protocol, and returns the answer; empty for a notification.
    func assistantMessage(_ message: [UInt8]) async throws -> [UInt8] {
        try await send(
            APICall(
                method: .post, path: "/mcp", body: .init(contentType: "application/json", bytes: .init(message)),
                isRepeatable: false, responseLimit: 8 << 20)
        ).body
    }

    /// Returns `path` with the identifiers as segments. Throws if one cannot be a segment.
    static func path(_ parts: String...) throws(CommandFailure) -> String {
        var path = "/api"
        for part in parts {
            guard let segment = QueryItems.pathSegment(part, limit: 200) else {
                let text = Terminal.harmless(part)
                throw CommandFailure(.noInput, localized("“\(text, "text")” is not an identifier of the household."))
            }
            path += "/" + segment
        }
        return path
    }

    /// Returns the zone of a household by its name. Throws `configuration` if this machine does not know it.
    static func zone(named name: String) throws(CommandFailure) -> Zone {
        if let zone = SystemZones.zones(environment: ProcessInfo.processInfo.environment).named(name) { return zone }
        throw CommandFailure(
            .configuration, localized("This machine does not know the time zone of the household."),
            hint: localized("The package tzdata has the rules of time zones. --json shows times in UTC."))
    }

    private static func call(
        _ path: String, _ fields: [String: JSONValue?], method: HTTPRequest.Method = .post
    ) throws -> APICall {
        let given = fields.compactMapValues(\.self)
        let body = fields.isEmpty ? nil : APICall.Body.json([UInt8](try JSONEncoder().encode(given)))
        return APICall(method: method, path: path, body: body, isRepeatable: false)
    }

    private static func items(_ query: [(String, String?)]) -> QueryItems {
        query.reduce(into: QueryItems()) { items, item in items.add(item.0, item.1) }
    }

    /// Asks for texts in the language of this command.
    private func send(_ call: APICall) async throws -> HTTPTransport.Response {
        var call = call
        call.fields[.acceptLanguage] = Localization.current.language.rawValue
        return try await client.success(call)
    }

    private func value<Value: Decodable>(of response: HTTPTransport.Response) throws(HouseAPIError) -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do { return try decoder.decode(Value.self, from: Data(response.body)) } catch {
            throw HouseAPIError(unreadable: response, cause: error, hiding: client.secrets)
        }
    }
}

/// The reason why a household elsewhere did not answer, or refused.
struct HouseAPIError: APIResponseError {
    let failure: CommandFailure
    /// The code of a problem document; nil if there is none.
    var code: String?

    init(_ failure: TransportFailure) {
        let certificate =
            failure.kind == .connectionFailed || failure.kind == .cutOff || failure.kind == .transportFailed
            ? localized(
                """
                Is it open for your home network? If the certificate is the household's own, house.certificate-file \
                must name it.
                """)
            : nil
        let repetition =
            failure.hadBody ? localized("What was sent may have arrived: look before you repeat it.") + " " : nil
        self.failure = CommandFailure(
            .unavailable, Self.sentence(failure),
            hint: repetition.map { $0 + (certificate ?? "") } ?? certificate)
    }

    private static func sentence(_ failure: TransportFailure) -> String {
        let isTooLarge = (failure.cause as? HTTPTransportError)?.code == .tooLarge
        return switch failure.kind {
        case .noNetwork: localized("There is no network.")
        case .connectionFailed: localized("The household cannot be reached.")
        case .timedOut: localized("The household did not answer in time.")
        case .cutOff: localized("The connection ended before the answer did.")
        case .unreadable where isTooLarge: localized("The answer is larger than any that is awaited.")
        case .unreadable: localized("What came is not HTTP.")
        case .transportFailed: localized("The transport failed.")
        }
    }

    /// Whether the household says that a file is not a picture.
    var isNoPicture: Bool { code.map { CommandFailure.noPicture.contains($0) } ?? false }

    /// A problem document (RFC 9457) has the code of a `HouseholdError`, whose exit status is used.
    init(_ response: HTTPTransport.Response, hiding secrets: SecretScrubber) {
        struct Document: Decodable {
            let code: String
            let detail: String
            let hint: String?
        }
        let status = response.head.status.code
        guard let problem = try? JSONDecoder().decode(Document.self, from: Data(response.body)) else {
            failure = CommandFailure(
                .unavailable,
                localized("The address answered with status \(status, "status"), and not as Stillroom does."))
            return
        }
        code = problem.code
        let known = CommandFailure.status(of: .init(rawValue: problem.code))
        // A code of a picture or of a form is not one of a household.
        failure = CommandFailure(
            known == .inputOutput && (400..<500).contains(status) ? .badData : known,
            Terminal.harmless(problem.detail),
            hint: code == HouseholdError.Code.doseUnusual.rawValue
                ? CommandFailure.yes : problem.hint.map { Terminal.harmless($0) })
    }

    init(unreadable response: HTTPTransport.Response, cause: any Error, hiding secrets: SecretScrubber) {
        failure = CommandFailure(
            .unavailable, localized("The answer of the household cannot be read."),
            hint: localized("Both sides should have the same version; this is \(Stillroom.version, "version")."))
    }
}
