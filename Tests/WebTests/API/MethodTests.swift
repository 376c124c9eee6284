import Contracts
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Support
import Testing

@testable import Web

@Suite("Methods of an address", .tags(.medium))
struct MethodTests {
    private func server() throws -> some ApplicationProtocol {
        let server = try WebServer(
            .drawn(), settings: .init(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        return Application(router: server.router())
    }

    /// Address, method → the methods that it accepts.
    static let refused: [(String, HTTPRequest.Method, String)] = [
        ("/api/state", .post, "GET, HEAD, OPTIONS"), ("/api/plants", .delete, "GET, HEAD, OPTIONS, POST"),
        ("/api/plants/p1", .post, "DELETE, GET, HEAD, OPTIONS, PATCH"),
        ("/api/plants/p1/notes", .put, "GET, HEAD, OPTIONS, POST"),
        ("/health/live", .delete, "GET, HEAD, OPTIONS"),
        ("/api/photographs/a/identifications", .patch, "OPTIONS, POST"),
    ]

    @Test("A method that an address does not accept is 405, with those that it accepts", arguments: refused)
    func methodNotAllowed(path: String, method: HTTPRequest.Method, allowed: String) async throws {
        try await server().test(.router) { client in
            try await client.execute(uri: path, method: method) { response in
                #expect(response.status == .methodNotAllowed)
                #expect(response.headers[.allow] == allowed)
                #expect(response.headers[.contentType] == "application/problem+json")
                #expect(String(buffer: response.body).contains("method-not-allowed"))
            }
            try await client.execute(uri: path, method: .options) { response in
                #expect(response.status == .noContent)
                #expect(response.headers[.allow] == allowed)
            }
        }
    }

    @Test(
        "An address that does not exist is 404 with every method", arguments: [HTTPRequest.Method.get, .post, .options])
    func notFound(method: HTTPRequest.Method) async throws {
        try await server().test(.router) { client in
            try await client.execute(uri: "/api/nothing", method: method) { response in
                #expect(response.status == .notFound)
                #expect(response.headers[.allow] == nil)
            }
        }
    }

    @Test(
        "HEAD has the status and the header fields of GET, without a body",
        arguments: ["/", "/api/plants", "/health/live"])
    func head(path: String) async throws {
        try await server().test(.router) { client in
            let get = try await client.execute(uri: path, method: .get) { $0 }
            try await client.execute(uri: path, method: .head) { response in
                #expect(response.status == get.status)
                #expect(response.headers[.contentType] == get.headers[.contentType])
                #expect(response.body.readableBytes == 0)
            }
        }
    }
}
