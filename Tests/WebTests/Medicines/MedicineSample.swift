import Contracts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Labels
import Logging
import NIOCore
import Recognition
import Testing

@testable import Web

/// Labels for the medicines' pages, and a household whose reader returns them.
enum MedicineSample {
    static let names: MedicineNames = {
        let list = "name\tkind\tstrengths\nAmoxicillin\tg\t500 mg\nParacetamol\tg\t500 mg\nPrednisolone\tg\t5 mg\n"
        return (try? MedicineNames(list)) ?? .empty
    }()

    static let course = "Amoxicillin 500 mg capsules\nTake 1 capsule by mouth three times a day for 7 days\nQty: 21"
    static let asNeeded =
        "Paracetamol 500 mg tablets\nTake 2 tablets every 4 hours as needed for pain. Max 8 tablets in 24 hours\nQty: 32"
    static let hostile =
        "Amoxicillin 500 mg capsules\nTake 1 capsule by mouth daily\n\"><script>alert(1)</script> onerror=x <b>bold</b>"

    /// The text as a reader of a photograph returns it: each word with a position; the words in `doubtful` differ in
    /// the second pass.
    static func text(
        _ text: String, doubtful: Set<String> = [], isHandwritten: Bool = false, reader: RecognisedText.Reader = .local
    ) -> RecognisedText {
        let lines = text.split(separator: "\n").enumerated().map { row, line in
            RecognisedText.Line(
                words: line.split(separator: " ").enumerated().map { column, word in
                    let (x, y) = (0.05 + Double(column) * 0.08, 0.1 + Double(row) * 0.1)
                    let corners = [(x, y), (x + 0.07, y), (x + 0.07, y + 0.06), (x, y + 0.06)]
                    return RecognisedText.Word(
                        text: String(word), confidence: 0.96,
                        place: .init(corners: corners.map { .init(x: $0.0, y: $0.1) }),
                        isAgreed: !doubtful.contains(String(word)))
                }, place: nil)
        }
        return RecognisedText(
            reader: reader, lines: lines, isHandwritten: isHandwritten, confidence: 0.96, turns: 0)
    }
}

/// A browser without JavaScript at the medicines' pages.
struct MedicineVisit: Sendable {
    let client: any TestClientProtocol
    let household: Household
    let clock: SetClock

    static func to(
        _ scanner: LabelScanner = .constant(MedicineSample.text(MedicineSample.course)), second: TextService? = nil,
        explainer: ExplainerService? = nil, given: [Home.Setting: String] = [:],
        _ body: @escaping @Sendable (MedicineVisit) async throws -> Void
    ) async throws {
        let clock = try SetClock("2026-11-21T06:30:00Z")
        let household = Household.drawn(
            careServices: .drawn(given: given),
            labelServices: LabelServices(
                reader: scanner, names: { MedicineSample.names }, second: second, explainer: explainer),
            environment: .at { clock.now })
        try await household.settings.choose([.zone: "Europe/Vienna"])
        let server = try WebServer(
            household, settings: .init(version: "test"), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await Application(router: server.router()).test(.router) {
            try await body(MedicineVisit(client: $0, household: household, clock: clock))
        }
    }

    private static let page: HTTPFields = [.accept: "text/html", .contentType: "application/x-www-form-urlencoded"]

    func get(_ uri: String) async throws -> TestResponse {
        try await client.execute(uri: uri, method: .get, headers: Self.page)
    }

    func html(_ uri: String, status: HTTPResponse.Status = .ok) async throws -> String {
        let response = try await get(uri)
        #expect(response.status == status, "\(uri)")
        return try clean(response, uri)
    }

    /// Checks what holds for every page: a strict CSP, no unresolved template tag, no foreign markup, and a notice that
    /// it is not medical advice.
    func clean(_ response: TestResponse, _ uri: String = "") throws -> String {
        let html = String(buffer: response.body)
        for words in [" style=", "{{", "<script>", "Optional(", "onclick"] {
            #expect(!html.contains(words), "\(words) in \(uri)")
        }
        #expect(html.contains("This is not medical advice."), "\(uri)")
        return html
    }

    func send(_ uri: String, _ form: [String: String] = [:]) async throws -> TestResponse {
        let text = form.map { name, value in "\(Self.escaped(name))=\(Self.escaped(value))" }.joined(separator: "&")
        return try await client.execute(uri: uri, method: .post, headers: Self.page, body: ByteBuffer(string: text))
    }

    /// The address to which a form leads.
    func follow(_ uri: String, _ form: [String: String] = [:]) async throws -> String {
        let response = try await send(uri, form)
        #expect(response.status == .seeOther, "\(uri): \(String(buffer: response.body).suffix(600))")
        return try #require(response.headers[.location])
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    func photograph(_ name: String = "one") async throws -> TestResponse {
        let body =
            "--x\r\nContent-Disposition: form-data; name=\"image\"; filename=\"p.jpg\"\r\n\r\nphoto \(name)\r\n--x--\r\n"
        return try await client.execute(
            uri: "/medicines/read", method: .post,
            headers: [.accept: "text/html", .contentType: "multipart/form-data; boundary=x"],
            body: ByteBuffer(string: body))
    }

    // MARK: Steps of a person

    /// The fields of the form at `action` with the values of the page; a box only if it is checked.
    static func fields(_ html: String, _ action: String) throws -> [String: String] {
        let start = try #require(html.range(of: "action=\"\(action)\""))
        let form = String(
            html[start.upperBound...].prefix(
                upTo: html.range(of: "</form>", range: start.upperBound..<html.endIndex)?.lowerBound ?? html.endIndex))
        var fields: [String: String] = [:]
        for match in form.matches(of: /<input[^>]*name="([^"]*)"[^>]*>/) {
            let tag = String(match.0)
            if tag.contains("type=\"checkbox\"") || tag.contains("type=\"radio\""), !tag.contains(" checked") {
                continue
            }
            fields[String(match.1)] = plain((tag.firstMatch(of: /value="([^"]*)"/)?.1).map(String.init) ?? "")
        }
        for match in form.matches(of: /<textarea[^>]*name="([^"]*)"[^>]*>([^<]*)</) {
            fields[String(match.1)] = plain(String(match.2))
        }
        for match in form.matches(of: /<option value="([^"]*)" selected/) { fields["start-time.0"] = String(match.1) }
        return fields
    }

    /// The boxes that confirm that a value is as on the label.
    static func boxes(_ html: String) -> [String: String] {
        let found = html.matches(of: /type="checkbox" name="(ok[^"]*)" value="([^"]*)"/)
        return Dictionary(found.map { (String($0.1), plain(String($0.2))) }, uniquingKeysWith: { $1 })
    }

    static func plain(_ text: String) -> String {
        text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }

    /// Types a label, confirms its first medicine and returns its address.
    func kept(_ text: String, _ more: [String: String] = [:]) async throws -> String {
        let action = try await follow("/medicines/type", ["text": text]) + "/entries/0/confirm"
        var form = try Self.fields(try await html(action), action).merging(more) { $1 }
        let read = try clean(try await send(action, form.merging(["do": "read"]) { $1 }))
        form = try Self.fields(read, action).merging(Self.boxes(read)) { $1 }
        return String(try await follow(action, form.merging(["do": "keep"]) { $1 }).dropLast("/plan".count))
    }

    /// Shows and starts the doses with the proposed times.
    func started(_ medicine: String, _ more: [String: String] = [:]) async throws {
        let action = medicine + "/plan"
        let asked = try Self.fields(try await html(action), action).merging(more) { $1 }
        let shown = try clean(try await send(action, asked.merging(["do": "show"]) { $1 }))
        #expect(shown.contains("value=\"start\""))
        let form = try Self.fields(shown, action).merging(more) { $1 }
        #expect(try await follow(action, form.merging(["do": "start"]) { $1 }) == medicine + "?note=started")
    }
}
