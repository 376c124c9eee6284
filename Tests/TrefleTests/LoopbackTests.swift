import Foundation
import FoundationNetworking
import HTTPTransport
import HTTPTypes
import Support
import Testing
import Trefle

/// Uses real HTTP to a server in this process.
@Suite("Trefle over loopback", .tags(.medium))
struct LoopbackTests {
    private let tag = "W/\"7\""

    private func service() throws -> StubServer {
        let species = try invented("species-full.json")
        let pages = [try invented("plants-1.json"), try invented("plants-2.json")]
        let tag = tag
        return try StubServer { request in
            guard request.header("authorization") == "Bearer \(Service.token)" else {
                return .json(#"{"error": true, "messages": "Invalid access token"}"#, status: 401)
            }
            switch request.path {
            case "/api/v1/species/planta-ficta":
                let fields = [("ETag", tag), ("RateLimit-Remaining", "9")].map { (name: $0.0, value: $0.1) }
                return request.header("if-none-match") == tag
                    ? .answer(status: 304, headers: fields, body: []) : .json(species, headers: fields)
            case "/api/v1/plants": return .json(pages[request.query("page") == "2" ? 1 : 0])
            case "/api/v1/me": return .redirect(to: "/api/v1/plants")
            case "/api/v1/plants/search": return .html(500)
            default: return .json(#"{"error": true, "message": "can't find record: \"x\""}"#, status: 404)
            }
        }
    }

    private func client(_ server: StubServer, token: String = Service.token) throws -> TrefleClient {
        TrefleClient(baseURL: try #require(URL(string: server.url)), token: token, transport: .loopback)
    }

    @Test("A species is fetched, and a conditional request reports that it has not changed")
    func conditional() async throws {
        let server = try service()
        let client = try client(server)
        let reply = try await client.species("planta-ficta")
        #expect(reply.value.growth?.light == 8)
        #expect(reply.validators.etag == tag)
        #expect(reply.allowance.remaining == 9)
        let fetched = try await client.species("planta-ficta", ifChangedSince: reply.validators)
        #expect(fetched == .notModified(MinuteAllowance(remaining: 9), maxAge: nil))
        #expect(server.requests.map(\.target) == ["/api/v1/species/planta-ficta", "/api/v1/species/planta-ficta"])
    }

    @Test("All pages of a list are fetched, with brackets in the filters")
    func pages() async throws {
        let server = try service()
        let client = try client(server)
        var names: [String] = []
        let first = try await client.plants(where: .init(filter: [.vegetable: ["true"]])).value
        for try await page in client.pages(from: first) { names += page.items.map(\.scientificName) }
        #expect(names == ["Planta ficta", "Planta ignota", "Planta × hybrida"])
        #expect(server.requests.map { $0.query("filter[vegetable]") } == ["true", "true"])
        #expect(server.requests.map { $0.query("page") } == [nil, "2"])
    }

    @Test("A wrong token, an unknown species, an HTML page and a redirect are errors")
    func errors() async throws {
        let server = try service()
        let stranger = try client(server, token: "another")
        #expect(await failure { try await stranger.plants() }?.code == .tokenRefused)
        let client = try client(server)
        #expect(await failure { try await client.species("x") }?.code == .notFound)
        #expect(await failure { try await client.searchPlants("x") }?.code == .serverError)
        #expect(await failure { try await client.me() }?.status == 302)
        #expect(server.count == 4, "a redirect is not followed")
    }

    @Test("A report arrives as JSON")
    func report() async throws {
        let server = try service()
        let client = try client(server)
        #expect(await failure { try await client.report(species: "nobody", notes: "ä") }?.code == .notFound)
        let request = try #require(server.requests.first)
        #expect(request.method == "POST" && request.path == "/api/v1/species/nobody/report")
        #expect(request.header("content-type") == "application/json" && request.text == #"{"notes":"ä"}"#)
    }
}

extension HTTPTransport {
    /// The toolchain's own HTTP client, which is sufficient for loopback.
    fileprivate static var loopback: HTTPTransport {
        HTTPTransport { request in
            let head = request.head
            guard let url = URL(string: "\(head.scheme ?? "")://\(head.authority ?? "")\(head.path ?? "")") else {
                throw HTTPTransportError(.invalidRequest, "no address")
            }
            var plain = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalAndRemoteCacheData)
            plain.httpMethod = head.method.rawValue
            for field in head.headerFields { plain.setValue(field.value, forHTTPHeaderField: field.name.rawName) }
            plain.httpBody = request.body.map { Data($0.segments().joined()) }
            let configuration = URLSessionConfiguration.ephemeral
            configuration.urlCache = nil
            let session = URLSession(configuration: configuration, delegate: StaysHere(), delegateQueue: nil)
            defer { session.finishTasksAndInvalidate() }
            let (data, response) = try await session.data(for: plain)
            guard let response = response as? HTTPURLResponse else {
                throw HTTPTransportError(.invalidResponse, "no answer of HTTP")
            }
            let fields = response.allHeaderFields.compactMap { name, value in
                (name as? String).flatMap { name in (value as? String).map { (name, $0) } }
            }
            return .init(
                head: .init(status: .init(code: response.statusCode), headerFields: headers(fields)),
                body: [UInt8](data))
        }
    }
}

/// Follows no redirect.
private final class StaysHere: NSObject, URLSessionTaskDelegate, Sendable {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
