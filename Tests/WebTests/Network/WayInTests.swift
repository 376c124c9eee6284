import Contracts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Logging
import Support
import Testing

@testable import Web

@Suite("How a device learns to trust the household", .tags(.medium), .timeLimit(.minutes(1)))
struct WayInTests {
    private func visiting(
        _ services: NetworkServices = .drawn(), httpsPort: Int? = 8443,
        _ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        let server = try WebServer(
            .drawn(networkServices: services), settings: .init(version: "test"),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let responder = NamingResponder(inner: server.wayInRouter { httpsPort }.buildResponder())
        try await Application(responder: responder).test(.router) { try await body($0) }
    }

    private static func headers(_ host: String, agent: String = "") throws -> HTTPFields {
        var headers: HTTPFields = [.accept: "text/html", .userAgent: agent]
        headers[try #require(NamingResponder.field)] = host
        return headers
    }

    /// Takes the authority of a request from a field, because the client of the tests always sends "localhost".
    private struct NamingResponder: HTTPResponder {
        static let field = HTTPField.Name("X-Test-Authority")

        let inner: RouterResponder<AppRequestContext>

        func respond(to request: Request, context: AppRequestContext) async throws -> Response {
            var head = request.head
            head.authority = Self.field.flatMap { request.headers[$0] }
            return try await inner.respond(to: Request(head: head, body: request.body), context: context)
        }
    }

    @Test("The page leads to the app under the host of the request if the certificate contains it")
    func links() async throws {
        try await visiting { client in
            for host in ["kitchen.local:8181", "192.168.1.5", "[fd00::1]:8181", "localhost:8181"] {
                let page = try await client.execute(uri: "/", method: .get, headers: Self.headers(host))
                #expect(page.status == .ok, "\(host)")
                #expect(page.text.contains("href=\"https://kitchen.local:8443/\""), "\(host)")
                #expect(page.text.contains("01 02") && page.text.contains("Stillroom kitchen"))
                #expect(page.headers[.setCookie] == nil && page.headers[.cacheControl] == "no-store")
                let policy = try #require(HTTPField.Name("Content-Security-Policy"))
                #expect(page.headers[policy]?.contains("default-src 'self'") == true)
                #expect(!page.text.contains("<script"))
            }
        }
    }

    @Test("The text of an address with a zone does not reach the page")
    func zone() async throws {
        try await visiting { client in
            let page = try await client.execute(uri: "/", method: .get, headers: Self.headers("[fe80::1%25<b>]:8181"))
            #expect(!page.text.contains("fe80") && !page.text.contains("<b>]"))
        }
    }

    @Test(
        "The steps of the device that asks are open",
        arguments: [
            ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15", WayInSystem.apple),
            ("Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/131.0 Mobile", .android),
            ("Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0", .android),
            ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0 Safari/537.36 Edg/131.0", .windows),
            ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0", .firefox),
            ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.1 Safari/605.1.15", .mac),
            ("Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0 Safari/537.36", .linux),
            ("Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/131.0 Safari/537.36", .linux),
            ("curl/8.10", .unknown), ("", .unknown),
        ])
    func systems(agent: String, system: WayInSystem) async throws {
        #expect(WayInSystem(userAgent: agent) == system)
        try await visiting { client in
            let page = try await client.execute(
                uri: "/", method: .get, headers: Self.headers("kitchen.local", agent: agent))
            #expect(page.text.matches(of: /<details class="folded" open>/).count == (system == .unknown ? 0 : 1))
        }
    }
}

extension WayInTests {
    @Test("The certificate is served as profile, DER and PEM with the types that systems expect")
    func files() async throws {
        try await visiting { client in
            for (path, type, bytes) in [
                (Site.WayIn.profile, "application/x-apple-aspen-config", Array("<plist/>".utf8)),
                (Site.WayIn.certificate, "application/x-x509-ca-cert", [1]),
                (Site.WayIn.pem, "application/x-pem-file", Array("-----BEGIN CERTIFICATE-----".utf8)),
            ] {
                let file = try await client.execute(uri: path, method: .get, headers: Self.headers("kitchen.local"))
                #expect(file.status == .ok && file.headers[.contentType] == type, "\(path)")
                #expect(Array(file.body.readableBytesView) == bytes, "\(path)")
            }
        }
    }

    @Test("Only the style of the page is served, every other path leads to the page, and only GET is answered")
    func nothingElse() async throws {
        try await visiting { client in
            let headers = try Self.headers("kitchen.local")
            let page = try await client.execute(uri: "/", method: .get, headers: headers).text
            let styles = page.matches(of: /href="(\/assets\/[^"]*\.css)"/).map { String($0.1) }
            #expect(styles.count == 2)
            for style in styles {
                #expect(try await client.execute(uri: style, method: .get, headers: headers).status == .ok, "\(style)")
            }
            let style = try #require(styles.first { $0.hasSuffix("stillroom.css") })
            for path in [
                "/plants", "/sign-in", "/api/agenda", "/health/live", "/metrics", "/sw.js", "/settings/network",
                style.replacing("stillroom.css", with: "scripts/stillroom.js"),
            ] {
                let answer = try await client.execute(uri: String(path), method: .get, headers: headers)
                #expect(answer.status == .seeOther && answer.headers[.location] == "/", "\(path)")
            }
            for method in [HTTPRequest.Method.post, .put, .delete, .head, .options] {
                let answer = try await client.execute(uri: "/", method: method, headers: headers)
                #expect(answer.status == .methodNotAllowed && answer.headers[.allow] == "GET", "\(method)")
            }
        }
    }

    @Test(
        "A name that is not this machine's gets 421 and no page", arguments: ["evil.example", "kitchen.local.evil", ""])
    func foreignHost(host: String) async throws {
        try await visiting { client in
            for path in ["/", Site.WayIn.certificate] {
                let answer = try await client.execute(uri: path, method: .get, headers: Self.headers(host))
                #expect(answer.status == .misdirectedRequest && !answer.text.contains("kitchen"))
            }
        }
    }

    @Test("With the operator's own certificate there is only the link to the app")
    func ownCertificate() async throws {
        let drawn = NetworkServices.drawn()
        let services = NetworkServices(
            isRequired: false, identity: drawn.identity, authority: { nil }, machine: drawn.machine,
            qrCode: drawn.qrCode)
        try await visiting(services) { client in
            let headers = try Self.headers("kitchen.local")
            let page = try await client.execute(uri: "/", method: .get, headers: headers).text
            #expect(page.contains("https://kitchen.local:8443/") && !page.contains("<details"))
            let file = try await client.execute(uri: Site.WayIn.profile, method: .get, headers: headers)
            #expect(file.status == .seeOther)
        }
    }

    @Test("While the app is not served, or its certificate cannot be used, the page says so")
    func notNow() async throws {
        try await visiting(httpsPort: nil) { client in
            let page = try await client.execute(uri: "/", method: .get, headers: Self.headers("kitchen.local"))
            #expect(page.status == .ok && page.text.contains("does not answer now"))
        }
        let services = NetworkServices.drawn(identity: {
            throw HouseholdError(.certificateUnusable, "The key file is damaged.", hint: "Restore it.")
        })
        try await visiting(services) { client in
            let page = try await client.execute(uri: "/", method: .get, headers: Self.headers("kitchen.local"))
            #expect(page.status == .serviceUnavailable && page.text.contains("a problem with its certificate"))
            #expect(!page.text.contains("key file"))
        }
    }
}
