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

@Suite("Control characters in texts", .tags(.medium), .timeLimit(.minutes(2)))
struct ControlCharacterTests {
    /// Names of the text fields of forms and of the API.
    private static let fields = [
        "name", "text", "note", "room", "title", "person", "strength", "form", "directions", "quantity", "species",
        "home.place", "home.pets", "diet.ingredients", "larder.language", "plantnet.project", "server", "topic",
        "token",
        "url", "secret", "label", "lot", "back", "substance", "doctor", "pharmacy", "kind", "why", "reason",
    ]

    /// NUL, escape, bell, delete, and a control of the second block.
    private static let text = "a\u{0}b\u{1B}[31mc\u{7}d\u{7F}e\u{85}f"

    /// Returns the control characters of the text, as they are or escaped, with what is before them.
    private static func controls(_ text: String) -> [String] {
        text.matches(of: /.{0,30}(?:[\x00-\x08\x0B\x0C\x0E-\x1F\x7F\u{80}-\u{9F}]|\\+(?:0|u\{|u00))/).map {
            String($0.0)
        }
    }

    @Test("No form and no JSON stores a control character, whatever the field", arguments: [true, false])
    func nothingIsStored(isForm: Bool) async throws {
        let house = try await FilledHousehold.furnished()
        #expect(Self.controls(try await house.contents).isEmpty)
        let server = try WebServer(
            house.untouchable(), settings: .init(version: "test"),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let values = Dictionary(Self.fields.map { ($0, Self.text) }, uniquingKeysWith: { first, _ in first })
        let body =
            isForm
            ? values.map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }
                .joined(separator: "&")
            : String(decoding: try JSONEncoder().encode(values), as: UTF8.self)
        try await Application(router: server.router()).test(.router) { client in
            for route in try Route.all().sorted() where ["POST", "PUT", "PATCH"].contains(route.method) {
                guard let address = RouteTests.address(of: route, in: house) else { continue }
                let method = try #require(HTTPRequest.Method(route.method))
                _ = try await client.execute(
                    uri: address, method: method,
                    headers: [
                        .accept: isForm ? "text/html" : "application/json",
                        .contentType: isForm ? "application/x-www-form-urlencoded" : "application/json",
                    ], body: ByteBuffer(string: body))
            }
        }
        let found = Self.controls(try await house.contents)
        #expect(found.isEmpty, "\(found)")
    }
}
