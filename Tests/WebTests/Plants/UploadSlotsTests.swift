import Accounts
import Contracts
import HTTPTypes
import Household
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Recognition
import Support
import Testing

@testable import Web

@Suite("Photographs that are taken in at the same time", .tags(.medium))
struct UploadSlotsTests {
    private let slots = UploadSlots()
    private let clock: SetClock

    init() throws { clock = try SetClock("2026-11-21T11:00:00Z") }

    private func context(from address: String = "127.0.0.1", as name: String? = nil) throws -> AppRequestContext {
        var context = AppRequestContext.drawn(from: address, uploads: slots)
        context.steady = { [clock] in clock.steady }
        context.person = try name.map { name in
            SignedIn(
                Account(
                    id: try #require(Account.ID(name)), name: try AccountName(name), role: .member, createdAt: clock.now
                ),
                session: Session.ID("session"))
        }
        return context
    }

    private func request(_ body: RequestBody) -> Request {
        Request(
            head: .init(
                method: .post, scheme: "http", authority: "localhost", path: "/api/photographs",
                headerFields: [.contentType: "image/jpeg"]), body: body)
    }

    /// A request whose first byte arrives, and whose rest arrives when the gate opens.
    private func slow(until gate: Gate) -> Request {
        request(RequestBody(asyncSequence: Held(gate: gate)))
    }

    private func whole() -> Request { request(RequestBody(buffer: ByteBuffer(string: "a whole photograph"))) }

    /// The code of the problem with which the request is refused; nil if it is taken.
    private func refusal(_ request: Request, _ context: AppRequestContext) async -> String? {
        do {
            try await Upload.withPicture(request, context) { _ in }
            return nil
        } catch { return (error as? Problem)?.code ?? "\(error)" }
    }

    private func fileRefusal(_ request: Request, _ context: AppRequestContext) async -> String? {
        do {
            try await Upload.withFile(request, context) { _ in }
            return nil
        } catch { return (error as? Problem)?.code ?? "\(error)" }
    }

    @Test("A photograph is taken in while 40 others arrive slowly")
    func slowOnesKeepNobodyOut() async throws {
        let (gate, context) = (Gate(), try context())
        await withTaskGroup(of: String?.self) { group in
            for _ in 0..<40 { group.addTask { await refusal(slow(until: gate), context) } }
            await gate.untilWaiting(40)
            #expect(await refusal(whole(), context) == nil)
            gate.open()
            for await code in group { #expect(code == nil) }
        }
        #expect(slots.clientCount == 0)
    }

    @Test("While 24 photographs are processed, the next one is refused, and has a place afterwards")
    func processing() async throws {
        let (gate, context) = (Gate(), try context())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<Limits.uploads {
                group.addTask {
                    try await Upload.withPicture(whole(), context) { _ in
                        gate.arrive()
                        await gate.untilOpen()
                    }
                }
            }
            await gate.untilWaiting(Limits.uploads)
            #expect(await refusal(whole(), context) == "busy")
            gate.open()
            try await group.waitForAll()
        }
        #expect(await refusal(whole(), context) == nil)
    }

    @Test(
        "An address and an account send 6 photographs at the same time, and the seventh is refused for them alone",
        arguments: [("192.0.2.1", "Ada"), ("192.0.2.1", "Ben"), ("192.0.2.2", "Ada")])
    func shares(address: String, name: String) async throws {
        let gate = Gate()
        let first = try context(from: "192.0.2.1", as: "Ada")
        let (same, other) = (try context(from: address, as: name), try context(from: "192.0.2.2", as: "Ben"))
        await withTaskGroup(of: String?.self) { group in
            for _ in 0..<6 { group.addTask { await refusal(slow(until: gate), first) } }
            await gate.untilWaiting(6)
            #expect(await refusal(whole(), same) == "too-many-uploads")
            #expect(await refusal(whole(), other) == nil)
            gate.open()
            for await code in group { #expect(code == nil) }
        }
        #expect(await refusal(whole(), same) == nil)
    }

    @Test("With accounts, all programs of this machine share one limit; without accounts they have none")
    func machine() throws {
        let open = UploadSlots.Client(address: "127.0.0.1", account: nil)
        #expect(open.shares.isEmpty && UploadSlots.Client(address: "::1", account: nil).shares.isEmpty)
        let account = try #require(Account.ID("ada"))
        let here = UploadSlots.Client(address: "127.0.0.1", account: account)
        #expect(here.shares.count == 2 && here == UploadSlots.Client(address: "::1", account: account))
        #expect(UploadSlots.Client(address: "192.0.2.1", account: nil).shares.count == 1)
    }
}

extension UploadSlotsTests {
    @Test("A guest has a share of the own link at every address, also behind a proxy on this machine")
    func guest() throws {
        let (maria, mia) = (try #require(GuestLink.ID("maria")), try #require(GuestLink.ID("mia")))
        let here = UploadSlots.Client(address: "127.0.0.1", account: nil, guest: maria)
        #expect(Set(here.shares) == [.address(here.address ?? ""), .guest(maria)])
        let clients = try ["127.0.0.1", "192.0.2.1", "192.0.2.2"].map { address in
            let client = UploadSlots.Client(address: address, account: nil, guest: maria)
            for _ in 0..<2 { try slots.begin(client) }
            return client
        }
        for client in clients { #expect(throws: Problem.self) { try slots.begin(client) } }
        try slots.begin(UploadSlots.Client(address: "192.0.2.1", account: nil, guest: mia))
    }

    @Test(
        "Of one sender, the server receives 6 photographs or files at the same time on each route, and refuses a seventh",
        arguments: ["guest", Site.API.collection, Site.settingsCollection])
    func routes(path: String) async throws {
        let house = try AccountHouse()
        let guests = try await GuestHouse(house)
        let secret = try await guests.link().secret.text
        let server = try WebServer(
            house.household, settings: .init(version: "test"),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let responder = server.router().buildResponder()
        let path = path == "guest" ? Site.guestPhotographs(secret, guests.hall) : path
        let cookie = path.hasPrefix(Site.guests + "/") ? nil : guests.cookie
        @Sendable func status(_ body: RequestBody) async throws -> HTTPResponse.Status {
            var headers: HTTPFields = [.accept: "application/json"]
            headers[.cookie] = cookie
            let request = Request(
                head: .init(
                    method: .post, scheme: "http", authority: "localhost", path: path, headerFields: headers),
                body: body)
            return try await responder.respond(to: request, context: .drawn()).status
        }
        let gate = Gate()
        try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
            for _ in 0..<6 {
                group.addTask { try await status(RequestBody(asyncSequence: Held(gate: gate))) }
            }
            await gate.untilWaiting(6)
            #expect(try await status(RequestBody(buffer: ByteBuffer(string: "x"))) == .tooManyRequests)
            gate.open()
            for try await status in group { #expect(status != .tooManyRequests) }
        }
        #expect(try await status(RequestBody(buffer: ByteBuffer(string: "x"))) != .tooManyRequests)
    }

    @Test("A file counts as a photograph does: by bytes until it is processed, and with the same pace")
    func file() async throws {
        let context = try context(from: "192.0.2.1", as: "Ada")
        let client = UploadSlots.Client(address: "192.0.2.1", account: context.person?.account.id)
        try await Upload.withFile(whole(), context) { bytes in
            #expect(bytes == Array("a whole photograph".utf8))
            let rest = Limits.clientUploadBytes - bytes.count
            try slots.begin(client)
            try slots.hold(rest, of: client)
            #expect(throws: Problem.self) { try slots.hold(1, of: client) }
            slots.end(client, bytes: rest + 1)
        }
        #expect(slots.clientCount == 0)
        let gate = Gate()
        async let code = fileRefusal(slow(until: gate), context)
        await gate.untilWaiting(1)
        clock.pass(20)
        gate.open()
        #expect(await code == "upload-too-slow")
        #expect(slots.clientCount == 0)
    }

    @Test("A client may use half of the memory for photographs, and the others the rest")
    func memory() throws {
        let first = UploadSlots.Client(address: "192.0.2.1", account: nil)
        let second = UploadSlots.Client(address: "192.0.2.2", account: nil)
        let third = UploadSlots.Client(address: "192.0.2.3", account: nil)
        for client in [first, second, third] { try slots.begin(client) }
        try slots.hold(Limits.clientUploadBytes, of: first)
        #expect(throws: Problem.self) { try slots.hold(1, of: first) }
        try slots.hold(Limits.clientUploadBytes - 1, of: second)
        let problem = #expect(throws: Problem.self) { try slots.hold(1, of: third) }
        #expect(problem?.code == "busy")
        slots.end(first, bytes: Limits.clientUploadBytes + 1)
        try slots.hold(1, of: third)
        slots.end(second, bytes: Limits.clientUploadBytes - 1)
        slots.end(third, bytes: 2)
        #expect(slots.clientCount == 0)
    }
}

extension UploadSlotsTests {
    @Test("A body with less than 1 KiB a second is refused at its next byte, when the first 10 seconds are over")
    func pace() async throws {
        let (gate, context) = (Gate(), try context())
        async let code = refusal(slow(until: gate), context)
        await gate.untilWaiting(1)
        clock.pass(20)
        gate.open()
        #expect(await code == "upload-too-slow")
        #expect(slots.clientCount == 0)
        let pace = UploadPace(from: .seconds(5))
        #expect(pace.permits(1, at: .seconds(15)) && !pace.permits(1, at: .seconds(15.1)))
        #expect(pace.permits(20 << 10, at: .seconds(25)) && !pace.permits((20 << 10) - 1, at: .seconds(25)))
    }
}

/// A body whose last byte waits for a gate.
private struct Held: AsyncSequence, Sendable {
    let gate: Gate

    struct Iterator: AsyncIteratorProtocol {
        let gate: Gate
        var count = 0

        mutating func next() async -> ByteBuffer? {
            count += 1
            guard count == 2 else { return count == 1 ? ByteBuffer(string: "x") : nil }
            gate.arrive()
            await gate.untilOpen()
            return ByteBuffer(string: "y")
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(gate: gate) }
}

extension AppRequestContext {
    /// The context of a request from an address.
    static func drawn(from address: String = "127.0.0.1", uploads: UploadSlots = UploadSlots()) -> AppRequestContext {
        var context = AppRequestContext(
            source: ApplicationRequestContextSource(
                channel: EmbeddedChannel(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
        context.connection = Connection(clientAddress: address)
        context.uploads = uploads
        return context
    }
}
