import Crypto
import Foundation
import Household
import OnlineServices
import Support
import Testing

/// Uses the three notice transports and the live transport against services that check the requests or misbehave.
@Suite("Notices over a real connection", .tags(.medium))
struct NoticeTransportConnectionTests {
    let stub = PushStub(now: { NoticeSample.now })
    let server: StubServer
    let device = PushDevice()
    let house = Array(P256.Signing.PrivateKey().rawRepresentation)

    init() throws { server = try StubServer(records: false) { [stub] in stub.reply(to: $0) } }

    private func send(
        _ service: PushStub.Service, to elsewhere: String? = nil, clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> NoticeTransport.Failure? {
        let url = elsewhere ?? server.url
        let wire = LiveTransport().transport
        let noticeTransport: NoticeTransport
        let address: Channel.Address
        switch service {
        case .push:
            noticeTransport =
                WebPushTransport(
                    transport: wire, contact: "mailto:anna@stillroom.example", services: [url],
                    now: { NoticeSample.now }, clock: clock
                ).noticeTransport
            address = .webPush(device.subscription(url + "/_push/phone"))
        case .ntfy:
            noticeTransport =
                NtfyTransport(transport: wire, isInHomeNetwork: { _ in true }, now: { NoticeSample.now }, clock: clock)
                .noticeTransport
            address = .ntfy(server: url + "/_ntfy", topic: "house", token: "tk_1")
        case .hook:
            noticeTransport = WebhookTransport(transport: wire, now: { NoticeSample.now }, clock: clock).noticeTransport
            address = .webhook(url: url + "/_hook", secret: [1, 2, 3])
        }
        return try await NoticeSample.failure(noticeTransport, to: address, identity: house)
    }

    private static let places: [PushStub.Service: String] = [
        .push: "/_push/phone", .ntfy: "/_ntfy/house", .hook: "/_hook",
    ]

    @Test("Notices are delivered and recorded", arguments: PushStub.Service.allCases)
    func taken(service: PushStub.Service) async throws {
        #expect(try await send(service) == nil)
        #expect(try await send(service) == nil)
        let place = try #require(Self.places[service])
        #expect(stub.wire == [place: ["dose_17-a": 2]])
        #expect(stub.attempts == [place: 2])
        let delivery = try #require(stub.deliveries.first)
        #expect(delivery.service == service && delivery.isTaken && delivery.fault == nil)
        #expect(delivery.at == NoticeSample.now)
        #expect(delivery.headers["user-agent"]?.hasPrefix("Stillroom") == true)
    }

    @Test("Notices are encrypted for the device during transport")
    func sealed() async throws {
        #expect(try await send(.push) == nil)
        let body = try #require(stub.deliveries.first?.body)
        #expect(try StubJSON(device.open(body))["title"] == "A dose is due")
    }

    @Test(
        "Notices are retried or refused when services misbehave",
        arguments: [
            (PushStub.Mode.gone, [Fate.gone, .refused, .gone], 0), (.tooLarge, [.refused, .refused, .refused], 0),
            (.rateLimited, [.later, .later, .later], 0), (.refused, [.refused, .refused, .refused], 0),
            (.serverError, [.later, .later, .later], 0), (.cut, [.later, .later, .later], 1),
            (.down, [.later, .later, .later], 0),
        ])
    func misbehaviour(mode: PushStub.Mode, fates: [Fate], taken: Int) async throws {
        for (service, fate) in zip(PushStub.Service.allCases, fates) {
            stub.set(service, .init(mode, retryAfter: "7"))
            let failure = try await send(service)
            #expect(Fate(failure) == fate, "\(service)")
            #expect(failure?.retryAfter == ([.rateLimited, .serverError].contains(mode) ? 7 : nil))
            let place = try #require(Self.places[service])
            #expect(stub.wire[place]?["dose_17-a"] ?? 0 == taken, "\(service)")
        }
    }

    @Test("A notice is retried later if the service takes it but never answers", arguments: PushStub.Service.allCases)
    func silence(service: PushStub.Service) async throws {
        stub.set(service, .init(.hang))
        let clock = PatientClock(held: true)
        async let failure = send(service, clock: clock)
        await server.untilRequests(1)
        clock.open()
        #expect(Fate(try await failure) == .later)
        // The server counts the requests that it has read; the record follows at once.
        server.stop()
        #expect(stub.wire.values.first == ["dose_17-a": 1])
    }

    @Test("Notices fail at once if no server listens", arguments: PushStub.Service.allCases)
    func nobody(service: PushStub.Service) async throws {
        // A port that is never assigned to a server; a port that was free a moment ago may belong to another test now.
        #expect(Fate(try await send(service, to: "http://127.0.0.1:1")) == .later)
    }

    @Test("Notices are delivered after a temporary failure, and one device may be removed while another is not")
    func times() async throws {
        stub.set(.push, .init(.serverError, times: 2))
        let fates = [Fate(try await send(.push)), Fate(try await send(.push)), Fate(try await send(.push))]
        #expect(fates == [.later, .later, .delivered])
        stub.set(place: "/_push/phone", .init(.gone))
        #expect(Fate(try await send(.push)) == .gone)
        stub.set(place: "/_push/phone", nil)
        stub.set(place: "/_push/tablet", .init(.gone))
        #expect(try await send(.push) == nil)
    }

    @Test("Notices are accepted by ntfy only with its token")
    func token() async throws {
        stub.ntfyToken = "tk_2"
        #expect(Fate(try await send(.ntfy)) == .refused)
        stub.ntfyToken = "tk_1"
        #expect(try await send(.ntfy) == nil)
        #expect(stub.wire == ["/_ntfy/house": ["dose_17-a": 1]])
    }
}
