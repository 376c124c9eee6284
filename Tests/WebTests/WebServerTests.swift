import Contracts
import CoreMetrics
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Plants
import Recognition
import Support
import Testing

@testable import Web

@Suite("The web server", .tags(.medium))
struct WebServerTests {
    private let photo = ByteBuffer(string: "photo of a rose")
    private let page: HTTPFields = [.accept: "text/html"]

    private func visiting(
        _ household: Household = .drawn(), _ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        let server = try WebServer(
            household, settings: .init(version: "test"), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await Application(router: server.router()).test(.router, body)
    }

    private func json(_ response: TestResponse) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(response.body.readableBytesView)) as? [String: Any])
    }

    @Test("A photograph is accepted as the body of a request, recognised and kept as a plant")
    func wholeWay() async throws {
        try await visiting { client in
            let captured = try await client.execute(uri: "/api/photographs", method: .post, body: photo)
            #expect(captured.status == .created)
            let photograph = try json(captured)
            let id = try #require(photograph["id"] as? String)
            #expect(captured.headers[.location] == "/api/photographs/\(id)")

            let answered = try await client.execute(uri: "/api/photographs/\(id)/identifications", method: .post)
            #expect(answered.status == .created)
            let answer = try json(answered)
            #expect(answer["verdict"] as? String == "unsure")
            #expect(answer["photographs"] as? [String] == [id])
            let identification = try #require(answer["id"] as? String)

            let kept = try await client.execute(
                uri: "/api/identifications/\(identification)/plant", method: .post,
                body: ByteBuffer(string: #"{"candidate": 1}"#))
            #expect(kept.status == .created)
            let plant = try #require(json(kept)["id"] as? String)
            let again = try await client.execute(
                uri: "/api/identifications/\(identification)/plant", method: .post,
                body: ByteBuffer(string: #"{"candidate": 1}"#))
            #expect(again.status == .conflict)

            let renamed = try await client.execute(
                uri: "/api/plants/\(plant)", method: .patch, body: ByteBuffer(string: #"{"name": "Rosie"}"#))
            #expect(try json(renamed)["name"] as? String == "Rosie")
            let listed = try await client.execute(uri: "/api/plants?q=rosie&order=name", method: .get)
            let plants = try json(listed)["plants"] as? [[String: Any]]
            #expect(plants?.count == 1)
            #expect(try await client.execute(uri: "/api/plants/\(plant)", method: .delete).status == .noContent)
            #expect(try await client.execute(uri: "/api/plants/\(plant)", method: .get).status == .notFound)
        }
    }

    @Test("A photograph is accepted as the field image of a form")
    func multipart() async throws {
        try await visiting { client in
            let body =
                "--b\r\nContent-Disposition: form-data; name=\"image\"; filename=\"x\"\r\n\r\nphoto two\r\n--b--\r\n"
            let response = try await client.execute(
                uri: "/api/photographs", method: .post, headers: [.contentType: "multipart/form-data; boundary=b"],
                body: ByteBuffer(string: body))
            #expect(response.status == .created)
            #expect(try json(response)["bytes"] as? Int == 9)
            let without = try await client.execute(
                uri: "/api/photographs", method: .post, headers: [.contentType: "multipart/form-data; boundary=b"],
                body: ByteBuffer(string: body.replacing("image", with: "other")))
            #expect(without.status == .badRequest)
            #expect(try json(without)["code"] as? String == "no-image")
        }
    }
}

extension WebServerTests {
    @Test("Forms without JavaScript lead a person from the photograph to the plant")
    func forms() async throws {
        try await visiting { client in
            let sent = try await client.execute(uri: "/photographs", method: .post, headers: page, body: photo)
            #expect(sent.status == .seeOther)
            let result = try #require(sent.headers[.location])
            let shown = String(buffer: try await client.execute(uri: result, method: .get).body)
            for words in [
                "Rosa canina", "Dog rose", "Rosaceae", "63 %", "Unsure", "Identified by Stillroom in", "tiny 1",
                "None of these",
            ] {
                #expect(shown.contains(words), "\(words)")
            }
            let angle = try await client.execute(
                uri: result + "/photographs", method: .post, headers: page, body: photo)
            #expect(angle.status == .seeOther)
            let kept = try await client.execute(
                uri: result + "/keep", method: .post,
                headers: [.accept: "text/html", .contentType: "application/x-www-form-urlencoded"],
                body: ByteBuffer(string: "candidate=1"))
            #expect(kept.status == .seeOther)
            let sheet = try #require(kept.headers[.location])
            #expect(String(buffer: try await client.execute(uri: sheet, method: .get).body).contains("Dog rose"))
            #expect(String(buffer: try await client.execute(uri: "/plants", method: .get).body).contains("Dog rose"))
            #expect(
                String(buffer: try await client.execute(uri: "/", method: .get).body).contains(" today</h1>"))
            #expect(
                String(buffer: try await client.execute(uri: result, method: .get).body).contains(
                    "Added to your plants"))
        }
    }

    @Test("A name with markup is escaped")
    func escaping() async throws {
        try await visiting { client in
            let sent = try await client.execute(uri: "/photographs", method: .post, headers: page, body: photo)
            let result = try #require(sent.headers[.location])
            let kept = try await client.execute(
                uri: result + "/none-of-these", method: .post,
                headers: [.contentType: "application/x-www-form-urlencoded"],
                body: ByteBuffer(string: "name=%3Cscript%3Ealert(1)%3C%2Fscript%3E+%26+%22x%22"))
            let sheet = String(
                buffer: try await client.execute(uri: try #require(kept.headers[.location]), method: .get).body)
            #expect(!sheet.contains("<script>alert"))
            #expect(sheet.contains("&lt;script&gt;alert(1)"))
        }
    }

    @Test("A refused picture is reported above the form, and to a program as a problem document")
    func refusedPicture() async throws {
        try await visiting { client in
            let form = try await client.execute(
                uri: "/photographs", method: .post, headers: page, body: ByteBuffer(string: "no picture"))
            #expect(form.status == .unsupportedMediaType)
            let html = String(buffer: form.body)
            #expect(html.contains("This is not a picture."))
            #expect(html.contains("name=\"image\""))
            let problem = try await client.execute(
                uri: "/api/photographs", method: .post, body: ByteBuffer(string: "no"))
            #expect(problem.headers[.contentType] == "application/problem+json")
            let document = try json(problem)
            #expect(document["code"] as? String == "not-an-image")
            #expect(document["status"] as? Int == 415)
            #expect(document["type"] as? String == "/problems/not-an-image")
            #expect(document["hint"] as? String == "Try another photograph.")
        }
    }

    @Test(
        "An error of the model or the storage has its own status",
        arguments: [
            (HouseholdError.Code.recognitionTimedOut, 504), (.modelUnavailable, 503), (.recognitionFailed, 500),
            (.pictureProcessorUnavailable, 503), (.storageFull, 507),
        ])
    func trouble(code: HouseholdError.Code, status: Int) async throws {
        try await visiting(.drawn(recogniser: .failing(code))) { client in
            let captured = try await client.execute(uri: "/api/photographs", method: .post, body: photo)
            let id = try #require(json(captured)["id"] as? String)
            let answer = try await client.execute(uri: "/api/photographs/\(id)/identifications", method: .post)
            #expect(answer.status.code == status)
            #expect(try json(answer)["code"] as? String == code.rawValue)
            let form = try await client.execute(uri: "/photographs", method: .post, headers: page, body: photo)
            #expect(form.status.code == status)
            #expect(String(buffer: form.body).contains("It failed on purpose."))
        }
    }
}

extension WebServerTests {
    @Test(
        "Only this machine's own host names are accepted",
        arguments: [
            ("evil.example", false), ("localhost:80", true), ("127.0.0.1", true), ("[::1]:8180", true), ("", false),
            ("localhost.evil.example:80", false), ("[::2]:80", false),
        ])
    func hosts(authority: String, isOwn: Bool) {
        #expect(OriginMiddleware.isOwn(authority) == isOwn)
    }

    @Test("A change requested by another site is refused")
    func origins() async throws {
        try await visiting { client in
            for (name, value, isAllowed) in [
                ("Sec-Fetch-Site", "cross-site", false), ("Sec-Fetch-Site", "same-site", false),
                ("Sec-Fetch-Site", "same-origin", true), ("Origin", "http://evil.example", false),
                ("Origin", "null", false),
            ] {
                var headers = HTTPFields()
                headers[try #require(HTTPField.Name(name))] = value
                let response = try await client.execute(
                    uri: "/api/photographs", method: .post, headers: headers, body: photo)
                #expect((response.status == .created) == isAllowed, "\(name): \(value)")
            }
        }
    }

    @Test(
        "A page of another site cannot make this server call a service",
        arguments: [
            "/larder/look?code=3017620422003", "/larder/products/3017620422003/refresh", "/larder/game",
            "/larder/account/answers", "/api/products/3017620422003", "/api/products/3017620422003/questions",
            "/api/questions", "/api/votes/counts", "/api/projects", "/api/push-key",
        ])
    func foreignLooks(uri: String) async throws {
        try await visiting { client in
            for site in ["cross-site", "same-site"] {
                var headers = HTTPFields()
                headers[try #require(HTTPField.Name("Sec-Fetch-Site"))] = site
                let response = try await client.execute(uri: uri, method: .post, headers: headers)
                #expect(response.status == .forbidden, "\(site)")
            }
        }
    }

    @Test("Every page has a content security policy that allows only this site's scripts")
    func headers() async throws {
        try await visiting { client in
            for uri in [
                "/", "/photograph", "/plants", "/larder", "/medicines", "/about", "/offline", "/nowhere", "/problems/x",
            ] {
                let response = try await client.execute(uri: uri, method: .get, headers: page)
                let policy = try #require(response.headers[.contentSecurityPolicy], "\(uri)")
                #expect(policy.contains("default-src 'self'") && !policy.contains("unsafe"))
                #expect(response.headers[.xContentTypeOptions] == "nosniff")
                let html = String(buffer: response.body)
                #expect(html.contains("<main"), "\(uri)")
                #expect(!html.contains(" style=") && !html.contains("{{"), "\(uri)")
            }
        }
    }

    @Test("Assets are cached without limit, and the service worker is always revalidated")
    func assets() async throws {
        try await visiting { client in
            let html = String(buffer: try await client.execute(uri: "/", method: .get).body)
            let match = try #require(html.firstMatch(of: /href="(\/assets\/[^"]+stillroom\.css)"/))
            let style = try await client.execute(uri: String(match.1), method: .get)
            #expect(style.status == .ok)
            #expect(style.headers[.cacheControl]?.contains("immutable") == true)
            #expect(style.headers[.contentType]?.hasPrefix("text/css") == true)
            let worker = try await client.execute(uri: "/sw.js?assets=x", method: .get)
            #expect(worker.status == .ok && worker.headers[.cacheControl] == "no-cache")
            let manifest = try await client.execute(uri: "/manifest.webmanifest", method: .get)
            #expect(!String(buffer: manifest.body).contains("{{"))
            #expect(try json(manifest)["start_url"] as? String == "/")
            #expect(try await client.execute(uri: "/assets/x/../../Package.swift", method: .get).status == .notFound)
        }
    }
}

extension WebServerTests {
    @Test("Pictures have a lasting tag, and the original is served only as a download")
    func pictures() async throws {
        try await visiting { client in
            let captured = try await client.execute(uri: "/api/photographs", method: .post, body: photo)
            let display = try #require(json(captured)["display"] as? String)
            let shown = try await client.execute(uri: display, method: .get)
            #expect(shown.headers[.contentType] == "image/jpeg")
            let tag = try #require(shown.headers[.eTag])
            let same = try await client.execute(uri: display, method: .get, headers: [.ifNoneMatch: tag])
            #expect(same.status == .notModified)
            let original = try await client.execute(
                uri: display.replacing("display.jpg", with: "original"), method: .get)
            #expect(original.headers[.contentDisposition]?.hasPrefix("attachment") == true)
            #expect(original.headers[.contentType] == "application/octet-stream")
            #expect(
                try await client.execute(uri: display.replacing("display.jpg", with: "..%2Fx"), method: .get).status
                    == .notFound)
        }
    }

    @Test("The server is always live, and it is ready if it has a model")
    func health() async throws {
        try await visiting { client async throws in
            #expect(try await client.execute(uri: "/health/live", method: .get).status == .ok)
            #expect(try await client.execute(uri: "/health/ready", method: .get).status == .ok)
            #expect(
                try await client.execute(uri: "/metrics", method: .get).headers[.contentType]?.hasPrefix("text/plain")
                    == true)
        }
        try await visiting(.drawn(recogniser: .unimplemented)) { client async throws in
            #expect(try await client.execute(uri: "/health/live", method: .get).status == .ok)
            #expect(try await client.execute(uri: "/health/ready", method: .get).status == .serviceUnavailable)
            #expect(String(buffer: try await client.execute(uri: "/", method: .get).body).contains("No model"))
        }
    }
}

@Suite("Metrics in the Prometheus format", .tags(.small))
struct ExpositionTests {
    @Test("Metrics are written in the text format of Prometheus")
    func text() {
        let factory = PrometheusRegistry()
        factory.makeCounter(label: "test.things_total", dimensions: [("kind", "a\"b")]).increment(by: 2)
        factory.makeTimer(label: "test_seconds", dimensions: []).recordNanoseconds(30_000_000)
        let text = factory.text
        #expect(text.contains("# TYPE test_things_total counter\ntest_things_total{kind=\"a\\\"b\"} 2\n"))
        #expect(text.contains("test_seconds_bucket{le=\"0.025\"} 0\n"))
        #expect(text.contains("test_seconds_bucket{le=\"0.05\"} 1\n"))
        #expect(text.contains("test_seconds_count 1\n"))
    }
}
