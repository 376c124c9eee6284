import Contracts
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

@Suite("Pages and API of the second opinion", .tags(.medium))
struct ServicePagesTests {
    private let photo = ByteBuffer(string: "photo of a rose")
    private let page: HTTPFields = [.accept: "text/html"]
    private let form: HTTPFields = [.accept: "text/html", .contentType: "application/x-www-form-urlencoded"]

    private func visiting(
        _ household: Household, _ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        let server = try WebServer(
            household, settings: .init(version: "test"), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await Application(router: server.router()).test(.router, body)
    }

    private static func service() throws -> OnlineRecogniser {
        .constant(try #require(try Sample().findings().service), remaining: 400)
    }

    /// Uses only the device until a person asks for more.
    private static var modest: Policy {
        var policy = Policy()
        policy.strategy = .onDeviceOnly
        return policy
    }

    private func json(_ response: TestResponse) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(response.body.readableBytesView)) as? [String: Any])
    }

    private func identification(_ client: any TestClientProtocol) async throws -> String {
        let captured = try await client.execute(uri: "/api/photographs", method: .post, body: photo)
        let id = try #require(json(captured)["id"] as? String)
        let answered = try await client.execute(uri: "/api/photographs/\(id)/identifications", method: .post)
        #expect(answered.status == .created)
        return try #require(json(answered)["id"] as? String)
    }

    @Test("The pages say the price before a call and then show both answers, their disagreement and the attribution")
    func secondOpinion() async throws {
        try await visiting(.drawn(service: try Self.service(), policy: Self.modest)) { client in
            let id = try await identification(client)
            let before = try await client.execute(uri: "/identifications/\(id)", method: .get, headers: page)
            let offered = String(buffer: before.body)
            #expect(offered.contains("Uses 1 request; 500 left today"))
            #expect(offered.contains("Nothing was sent."))
            #expect(!offered.contains("plantnet.org"))
            let asked = try await client.execute(
                uri: "/identifications/\(id)/second-opinion", method: .post, headers: form,
                body: ByteBuffer(string: "organ-1=flower"))
            #expect(asked.status == .seeOther)
            #expect(asked.headers[.location] == "/identifications/\(id)")
            let after = String(
                buffer: try await client.execute(uri: "/identifications/\(id)", method: .get, headers: page).body)
            #expect(after.contains("Pl@ntNet was asked because you asked for it"))
            #expect(after.contains("The answers differ") || after.contains("agree"))
            #expect(after.contains("plantnet.org"))
            #expect(!after.contains("Uses 1 of"))
            let document = try json(try await client.execute(uri: "/api/identifications/\(id)", method: .get))
            #expect(document["organs"] as? [String] == ["flower"])
            let serviceUse = try #require(document["asked"] as? [String: Any])
            #expect(serviceUse["service"] as? String == "plantnet" && serviceUse["reason"] as? String == "by-hand")
            #expect(serviceUse["priceUnits"] as? Int == 1)
            let answers = try #require(document["answers"] as? [String: Any])
            #expect(answers["onDevice"] != nil && answers["plantnet"] != nil)
        }
    }
}

extension ServicePagesTests {
    @Test("A photograph waits while offline, and the wait can be ended")
    func waiting() async throws {
        try await visiting(.drawn(service: try Self.service(), reachability: .offline)) { client in
            let id = try await identification(client)
            let shown = String(
                buffer: try await client.execute(uri: "/identifications/\(id)", method: .get, headers: page).body)
            #expect(shown.contains("Pl@ntNet was not asked: there is no network connection."))
            #expect(shown.contains("Waiting for the network"))
            let state = try json(try await client.execute(uri: "/api/state", method: .get))
            #expect(state["chip"] as? String == "No internet, 1 to send")
            #expect(state["online"] as? Bool == false && state["waiting"] as? Int == 1)
            let list = try json(try await client.execute(uri: "/api/waiting", method: .get))
            #expect((list["waiting"] as? [[String: Any]])?.first?["identification"] as? String == id)
            let stopped = try await client.execute(
                uri: "/identifications/\(id)/stop-waiting", method: .post, headers: form)
            #expect(stopped.status == .seeOther)
            let removed = try await client.execute(uri: "/api/waiting/\(id)", method: .delete)
            #expect(removed.status == .noContent)
            let after = try json(try await client.execute(uri: "/api/state", method: .get))
            #expect(after["chip"] as? String == "No internet" && after["waiting"] as? Int == 0)
        }
    }

    @Test("Settings are changed by the page and by the API, and invalid values are refused")
    func settings() async throws {
        let household = Household.drawn(service: try Self.service())
        try await visiting(household) { client in
            let shown = try await client.execute(uri: "/settings/plantnet", method: .get, headers: page)
            #expect(shown.status == .ok)
            #expect(String(buffer: shown.body).contains("inquiry.strategy"))
            let saved = try await client.execute(
                uri: "/settings/plantnet", method: .post, headers: form,
                body: ByteBuffer(
                    string:
                        "inquiry.strategy=parallel&inquiry.threshold=55&plantnet.project=useful"
                ))
            #expect(saved.status == .seeOther)
            #expect(household.policy.strategy == .parallel && household.policy.askBelow == 0.55)
            #expect(household.policy.project == "useful")
            let answers = try await client.execute(
                uri: "/settings/answers", method: .post, headers: form,
                body: ByteBuffer(string: "cache.days=9&cache.entries=70&cache.lookalikes=true"))
            #expect(answers.headers[.location] == "/settings/answers?note=saved")
            #expect(household.policy.cacheDays == 9 && household.policy.matchesLookalikes)
            #expect(household.policy.strategy == .parallel, "another page's settings stay")
            let bad = try await client.execute(
                uri: "/settings/plantnet", method: .post, headers: form,
                body: ByteBuffer(string: "plantnet.project=../x&inquiry.strategy=on-device-only"))
            #expect(bad.status == .unprocessableContent)
            #expect(household.policy.project == "useful" && household.policy.strategy == .parallel)
            let patched = try await client.execute(
                uri: "/api/settings", method: .patch, body: ByteBuffer(string: #"{"plantnet.daily-budget": "9"}"#))
            #expect(patched.status == .ok)
            let values = try #require(json(patched)["plantnet.daily-budget"] as? [String: String])
            #expect(values == ["value": "9", "from": "page"])
            let unknown = try await client.execute(
                uri: "/api/settings", method: .patch, body: ByteBuffer(string: #"{"plantnet.colour": "9"}"#))
            #expect(unknown.status == .unprocessableContent)
            #expect(try json(unknown)["code"] as? String == "setting-refused")
        }
    }

    @Test("The API returns the quota and the cache, and the cache can be cleared")
    func quotaAndMemory() async throws {
        try await visiting(.drawn(service: try Self.service())) { client in
            _ = try await identification(client)
            _ = try await identification(client)
            let quota = try json(try await client.execute(uri: "/api/quota", method: .get))
            #expect(quota["used"] as? Int == 1 && quota["remaining"] as? Int == 400)
            #expect(quota["level"] as? String == "plenty")
            let cache = try json(try await client.execute(uri: "/api/cache", method: .get))
            #expect(cache["entries"] as? Int == 1 && cache["hits"] as? Int == 1)
            let expired = try json(try await client.execute(uri: "/api/cache?only=expired", method: .delete))
            #expect(expired["removed"] as? Int == 0)
            let all = try await client.execute(
                uri: "/settings/cache", method: .post, headers: form, body: ByteBuffer(string: ""))
            #expect(all.status == .seeOther)
            let after = try json(try await client.execute(uri: "/api/cache", method: .get))
            #expect(after["entries"] as? Int == 0)
        }
    }
}

extension ServicePagesTests {
    @Test("Without a key, the page links to the settings and calls are refused")
    func withoutKey() async throws {
        try await visiting(.drawn()) { client in
            let id = try await identification(client)
            let shown = String(
                buffer: try await client.execute(uri: "/identifications/\(id)", method: .get, headers: page).body)
            #expect(shown.contains("/settings/plantnet"))
            let quota = try await client.execute(uri: "/api/quota", method: .get)
            #expect(quota.status == .conflict)
            let asked = try await client.execute(uri: "/api/identifications/\(id)/second-opinion", method: .post)
            #expect(asked.status == .conflict)
            #expect(try json(asked)["code"] as? String == "service-not-configured")
        }
    }

    @Test(
        "The status chip shows the state of the model, the network and the queue",
        arguments: [
            (true, false, 0, 0, "Connected", "ready"), (true, true, 0, 0, "No internet", "offline"),
            (true, true, 0, 3, "No internet, 3 to send", "offline"), (true, false, 2, 3, "Asking", "asking"),
            (true, false, 0, 3, "3 to send", "waiting"), (false, true, 1, 1, "No model", "problem"),
        ])
    func chips(hasModel: Bool, isOffline: Bool, asking: Int, waiting: Int, text: String, kind: String) {
        let chip = ChipModel(hasModel: hasModel, isOffline: isOffline, asking: asking, waiting: waiting)
        #expect(chip.text == text && chip.kind == kind)
    }

    @Test(
        "The remaining quota is described in steps",
        arguments: [
            (500, nil), (100, "100 or fewer"), (50, "50 or fewer"), (10, "10 or fewer"),
            (0, "No requests are left"),
        ]
            as [(Int, String?)])
    func steps(left: Int, words: String?) {
        let now = Sample().time(30)
        let quota = Quota(budget: 500, used: 500 - left, day: UTCDay(of: now))
        let context = QuotaModel(quota: quota, now: now).context
        #expect(context.left == String(left))
        #expect(context.words?.hasPrefix(words ?? "none") ?? (words == nil))
    }

    @Test("The candidate that was shown is kept even if the list has changed since")
    func staleList() async throws {
        try await visiting(.drawn(service: try Self.service(), policy: Self.modest)) { client in
            let id = try await identification(client)
            // The first candidate of the device; the answer of the service has another one in first place.
            _ = try await client.execute(uri: "/api/identifications/\(id)/second-opinion", method: .post)
            let kept = try await client.execute(
                uri: "/identifications/\(id)/keep", method: .post, headers: form,
                body: ByteBuffer(string: "candidate=1:Rosa%20canina"))
            let location = try #require(kept.headers[.location])
            let sheet = try await client.execute(uri: location, method: .get, headers: page)
            #expect(String(buffer: sheet.body).contains("Rosa canina"))
            let gone = try await client.execute(
                uri: "/identifications/\(id)/keep", method: .post, headers: form,
                body: ByteBuffer(string: "candidate=1:Rosa%20nowhere"))
            // It is already kept; before that, a name that is not listed is refused.
            #expect(gone.status == .conflict)
            let other = try await identification(client)
            let wrong = try await client.execute(
                uri: "/identifications/\(other)/keep", method: .post, headers: form,
                body: ByteBuffer(string: "candidate=1:Rosa%20nowhere"))
            #expect(wrong.status == .unprocessableContent)
        }
    }
}

extension ServicePagesTests {
    @Test("Up to five photographs of one plant in one form make one call")
    func several() async throws {
        let household = Household.drawn(service: try Self.service())
        try await visiting(household) { client in
            func form(_ count: Int) -> ByteBuffer {
                let parts = (1...count).map { number in
                    "--b\r\nContent-Disposition: form-data; name=\"image\"; filename=\"\(number).jpg\"\r\n\r\nphoto \(number)\r\n"
                }
                return ByteBuffer(string: parts.joined() + "--b--\r\n")
            }
            let headers: HTTPFields = [.accept: "text/html", .contentType: "multipart/form-data; boundary=b"]
            let answer = try await client.execute(uri: "/photographs", method: .post, headers: headers, body: form(3))
            #expect(answer.status == .seeOther)
            let location = try #require(answer.headers[.location])
            let document = try json(try await client.execute(uri: "/api" + location, method: .get))
            #expect((document["photographs"] as? [String])?.count == 3)
            #expect((document["asked"] as? [String: Any])?["priceUnits"] as? Int == 1)
            let many = try await client.execute(uri: "/photographs", method: .post, headers: headers, body: form(6))
            #expect(many.status == .unprocessableContent)
            let today = String(buffer: try await client.execute(uri: "/", method: .get, headers: page).body)
            #expect(today.contains("Recent photos (not added to your plants)") && today.contains(location))
        }
    }

    @Test("A form from another site is refused")
    func strangers() async throws {
        let household = Household.drawn(service: try Self.service())
        try await visiting(household) { client in
            for uri in ["/settings/plantnet", "/settings/answers", "/settings/key", "/settings/cache"] {
                let answer = try await client.execute(
                    uri: uri, method: .post, headers: [.origin: "https://evil.example"],
                    body: ByteBuffer(string: "inquiry.strategy=parallel&key=abcdef"))
                #expect(answer.status == .forbidden, "\(uri)")
            }
            #expect(household.policy.strategy == .onDeviceFirst)
        }
    }
}
