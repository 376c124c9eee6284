import Foundation
import HTTPTransport
import HTTPTypes
import Household
import Larder
import OnlineServices
import Support
import Synchronization
import Testing

/// Tests failures, time-outs and retries of reading calls.
@Suite("Reading from Open Food Facts and Robotoff", .tags(.small))
struct FoodReadingTests {
    private func read(_ wire: FoodWire, clock: PatientClock = FoodSample.patient()) async throws -> FoodService.Failure?
    {
        try await FoodSample.failure {
            try await FoodSample.service(wire, clock: clock).readers.product("0200000000011", "en", "world")
        }
    }

    @Test(
        "Each transport failure of a reading call has its error",
        arguments: [
            (HTTPTransportError.Code.noNetwork, HouseholdError.Code.serviceOffline, 1),
            (.connectionFailed, .serviceOffline, 1), (.timedOut, .serviceTimedOut, 1), (.cutOff, .serviceFailed, 2),
            (.tooLarge, .serviceUnreadable, 1), (.invalidResponse, .serviceUnreadable, 1),
        ])
    func wireFailures(code: HTTPTransportError.Code, expected: HouseholdError.Code, calls: Int) async throws {
        let wire = FoodWire { _ in throw HTTPTransportError(code, "as told") }
        let failure = try #require(try await read(wire))
        #expect(failure.error.code == expected && !failure.mayHaveArrived)
        #expect(failure.error.message.contains("Open Food Facts") && wire.seen.count == calls)
    }

    @Test("A reading call is repeated once after a cut connection, and may then succeed")
    func cutOnce() async throws {
        let wire = FoodWire { [first = FoodOnce()] _ in
            if first.isFirst { throw HTTPTransportError(.cutOff, "as told") }
            return FoodWire.json("{\"status\": \"success\", \"product\": {}}")
        }
        #expect(try await read(wire) == nil)
        #expect(wire.seen.count == 2)
    }

    @Test(
        "A refused reading call is not repeated",
        arguments: [
            (401, HouseholdError.Code.serviceKeyRefused), (403, .serviceFailed), (418, .serviceFailed),
            (429, .serviceQuotaUsed), (500, .serviceFailed), (502, .serviceFailed), (503, .servicePaused),
            (408, .serviceTimedOut),
        ])
    func statuses(status: Int, expected: HouseholdError.Code) async throws {
        let wire = FoodWire(status, "<html>Too many</html>", fields: FoodWire.field(.retryAfter, "7"))
        let failure = try #require(try await read(wire))
        #expect(failure.error.code == expected && failure.retryAfter == 7 && wire.seen.count == 1)
        #expect(failure.error.message.hasSuffix(".") && failure.error.message.contains("Open Food Facts"))
    }

    @Test("An unreadable answer has its error", arguments: ["", "{", "[1]", "<html>"])
    func unreadable(body: String) async throws {
        #expect(try await read(FoodWire(200, body))?.error.code == .serviceUnreadable)
    }

    @Test("A reading call waits fifteen seconds for its answer, once")
    func timeOut() async throws {
        let wire = FoodWire { _ in try await FoodWire.untilCancelled() }
        let clock = PatientClock(patience: .seconds(16))
        #expect(try await read(wire, clock: clock)?.error.code == .serviceTimedOut)
        #expect(wire.seen.count == 1 && clock.slept == [.seconds(15)])
        let questions = try await FoodSample.failure {
            try await FoodSample.service(wire, clock: clock).readers.questions(QuestionQuery(), FoodSample.device)
        }
        #expect(questions?.error.code == .serviceTimedOut && questions?.error.message.contains("Robotoff") == true)
        #expect(clock.slept == [.seconds(15), .seconds(15)])
    }
}

extension FoodReadingTests {
    @Test("A cancelled reading call throws CancellationError")
    func cancelled() async throws {
        let (sent, sending) = AsyncStream.makeStream(of: Void.self)
        let wire = FoodWire { _ in
            sending.yield()
            return try await FoodWire.untilCancelled()
        }
        let task = Task { try await FoodSample.service(wire).readers.questions(QuestionQuery(), FoodSample.device) }
        var next = sent.makeAsyncIterator()
        _ = await next.next()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("A user name that the service repeats is removed from the error")
    func echo() async throws {
        let wire = FoodWire(422, "{\"title\": \"you are device-SECRET-of-this-house\"}")
        let failure = try #require(
            try await FoodSample.failure {
                try await FoodSample.service(wire).readers.questions(QuestionQuery(), FoodSample.device)
            })
        #expect(failure.error.code == .serviceFailed && !FoodSample.text(failure).contains("SECRET"))
    }

    @Test("The number of a user's answers is read")
    func answers() async throws {
        let wire = FoodWire(200, #"{"count": {"annotations": 17}}"#)
        let report = try await FoodSample.service(wire).readers.answers("alice-b")
        #expect(report.value == 17 && wire.seen.first?.url == "https://robotoff.test/api/v1/users/statistics/alice-b")
        let failure = try await FoodSample.failure { try await FoodSample.service(wire).readers.answers("a/../b") }
        #expect(failure?.error.code == .valueRefused && wire.seen.count == 1)
    }

    // MARK: - Configuration

    @Test(
        "Passwords are sent only over TLS or to this machine",
        arguments: [
            ("https://robotoff.openfoodfacts.org", true), ("http://127.0.0.1:8080", true),
            ("http://localhost:1", true), ("http://[::1]:1", true), ("http://robotoff.lan", false),
            ("http://127.0.0.1.evil.test", false), ("http://192.168.0.3", false),
        ])
    func accounts(address: String, takes: Bool) async throws {
        let larder = try FoodSample.larder(FoodWire(), robotoff: address)
        for isOwn in [true, false] {
            let service = larder.service(isOwn: isOwn)
            #expect(service.takesAccounts == takes && service.isOwn == isOwn)
        }
    }

    @Test("The addresses of the services are configurable")
    func places() {
        #expect(OpenFoodFactsLarder.productService.absoluteString == "https://world.openfoodfacts.org")
        #expect(OpenFoodFactsLarder.robotoffService.absoluteString == "https://robotoff.openfoodfacts.org")
    }
}

extension FoodReadingTests {
    @Test(
        "A contact that is not allowed in a header is refused",
        arguments: ["", "  ", "me (at home)", "a\r\nX: y", "ü@example.org"])
    func contact(text: String) {
        let error = #expect(throws: HouseholdError.self) {
            try OpenFoodFactsLarder(
                version: "1.2", contact: text, transport: .unimplemented, now: { FoodSample.now }, log: { _ in })
        }
        #expect(error?.code == .settingRefused)
    }

    @Test("Description and mirror of the food service show only the hosts")
    func description() throws {
        let larder = try FoodSample.larder(
            FoodWire(), products: "https://me:SECRET@food.test/SECRET", robotoff: "https://me:SECRET@robotoff.test")
        var text = "\(larder) \(String(reflecting: larder))"
        dump(larder, to: &text)
        #expect(!text.contains("SECRET") && text.contains("food.test") && text.contains("robotoff.test"))
    }
}

/// Returns true the first time.
final class FoodOnce: Sendable {
    private let first = Mutex(true)
    var isFirst: Bool {
        first.withLock { first in
            defer { first = false }
            return first
        }
    }
}
