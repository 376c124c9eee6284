import Foundation
import HTTPTransport
import HTTPTypes
import Household
import Larder
import OnlineServices
import Recognition
import Support
import Testing

/// A vote is sent once, whatever happens, and its outcome is reported.
@Suite("Votes for Robotoff", .tags(.small))
struct FoodVoteTests {
    private func vote(
        _ wire: FoodWire, _ choice: Vote.Choice = .yes, as voter: VoterIdentity = FoodSample.device,
        kind: String = "category", robotoff: String = "https://robotoff.test",
        clock: PatientClock = FoodSample.patient()
    ) async throws -> FoodService.Report<FoodService.Receipt> {
        try await FoodSample.service(wire, robotoff: robotoff, clock: clock)
            .vote(try FoodSample.question(kind: kind), choice, voter)
    }

    private static func outcome(_ code: Int) -> String {
        "{\"status_code\": \(code), \"status\": \"x\", \"description\": \"2 validation errors for SECRET\"}"
    }

    @Test("Yes, no and skip are sent", arguments: [(Vote.Choice.yes, "1"), (.no, "0"), (.skip, "-1")])
    func choices(choice: Vote.Choice, number: String) async throws {
        let wire = FoodWire(200, Self.outcome(9))
        let report = try await vote(wire, choice)
        #expect(report.value == .counted && report.raw == Array(Self.outcome(9).utf8))
        let seen = try #require(wire.seen.first)
        #expect(wire.seen.count == 1 && seen.head.method == .post && !seen.isRepeatable)
        #expect(seen.url == "https://robotoff.test/api/v1/insights/annotate")
        #expect(
            seen.fields == [
                "insight_id": FoodSample.id, "annotation": number, "device_id": "device-SECRET-of-this-house",
            ])
        #expect(seen.head.headerFields[.authorization] == nil)
        #expect(seen.head.headerFields[.userAgent] == "Stillroom/1.2 (house@example.org)")
    }

    @Test("A vote with an account is sent with name and password and without a device")
    func account() async throws {
        let wire = FoodWire(200, Self.outcome(2))
        #expect(try await vote(wire, .no, as: FoodSample.account).value == .counted)
        #expect(wire.seen.first?.fields == ["insight_id": FoodSample.id, "annotation": "0"])
        #expect(wire.seen.first?.head.headerFields[.authorization]?.hasPrefix("Basic ") == true)
    }

    @Test(
        "Every outcome of a vote is converted",
        arguments: [
            (1, "counted"), (2, "counted"), (9, "counted"), (12, "counted"), (3, "closed"), (4, "closed"),
            (5, "closed"), (6, "closed"), (8, "closed"), (10, "later"), (11, "refused"), (13, "closed"),
            (7, "uncertain"), (14, "uncertain"), (-1, "uncertain"), (0, "uncertain"),
        ])
    func receipts(code: Int, expected: String) async throws {
        let receipt = try await vote(FoodWire(200, Self.outcome(code))).value
        #expect(receipt.word == expected)
        #expect((receipt.sentence == nil) == (expected == "counted"))
        #expect(receipt.sentence?.contains("SECRET") != true, "the service's own words are not for people")
        #expect(receipt.sentence.map { $0.hasSuffix(".") && !$0.contains("status") } ?? true)
    }

    @Test("Each reason for closing a question has its own sentence")
    func reasons() async throws {
        var sentences: Set<String> = []
        for code in [3, 4, 5, 6, 8] {
            sentences.insert(try await vote(FoodWire(200, Self.outcome(code))).value.sentence ?? "")
        }
        #expect(sentences.count == 5 && !sentences.contains(""))
    }

    @Test("A vote about a deleted photograph is not retried")
    func photographGone() async throws {
        #expect(try await vote(FoodWire(200, Self.outcome(10)), kind: "is_upc_image").value.word == "closed")
    }
}

extension FoodVoteTests {
    // MARK: - Failures

    @Test(
        "A transport failure of a vote states whether the vote may have arrived",
        arguments: [
            (HTTPTransportError.Code.noNetwork, HouseholdError.Code.serviceOffline, false),
            (.connectionFailed, .serviceOffline, false), (.timedOut, .serviceTimedOut, true),
            (.cutOff, .serviceFailed, true), (.tooLarge, .serviceUnreadable, true),
            (.invalidResponse, .serviceUnreadable, true), (.invalidRequest, .serviceFailed, true),
        ])
    func wireFailures(
        code: HTTPTransportError.Code, expected: HouseholdError.Code, mayHaveArrived: Bool
    ) async throws {
        let wire = FoodWire { seen in throw HTTPTransportError(code, "at \(seen.url) with \(seen.body)") }
        let failure = try #require(try await FoodSample.failure { try await vote(wire) })
        #expect(failure.error.code == expected && failure.mayHaveArrived == mayHaveArrived)
        #expect(wire.seen.count == 1, "never twice")
        #expect(!FoodSample.text(failure).contains("SECRET"))
    }

    @Test(
        "A refused vote states whether it may have arrived",
        arguments: [
            (400, HouseholdError.Code.serviceFailed, false), (401, .serviceKeyRefused, false),
            (403, .serviceFailed, false), (404, .notFound, false), (405, .serviceFailed, false),
            (408, .serviceTimedOut, true), (429, .serviceQuotaUsed, false), (500, .serviceFailed, true),
            (502, .serviceFailed, true), (503, .servicePaused, true), (302, .serviceUnreadable, true),
            (204, .serviceUnreadable, true),
        ])
    func statuses(status: Int, expected: HouseholdError.Code, mayHaveArrived: Bool) async throws {
        let wire = FoodWire(
            status, "{\"title\": \"no\", \"description\": \"you are device-SECRET-of-this-house\"}",
            fields: FoodWire.field(.location, "https://elsewhere.test/"))
        let failure = try #require(try await FoodSample.failure { try await vote(wire) })
        #expect(failure.error.code == expected && failure.mayHaveArrived == mayHaveArrived)
        #expect(wire.seen.count == 1, "never twice, and nowhere else")
        #expect(failure.error.message.contains("Robotoff") && !FoodSample.text(failure).contains("SECRET"))
    }

    @Test(
        "A vote with an unreadable answer may have been counted",
        arguments: ["", "{", "[]", "{}", "<html>", #"{"status_code": "x"}"#])
    func unreadable(body: String) async throws {
        let wire = FoodWire(200, body)
        let failure = try #require(try await FoodSample.failure { try await vote(wire) })
        #expect(failure.error.code == .serviceUnreadable && failure.mayHaveArrived && wire.seen.count == 1)
    }

    @Test("A yes with a wrong password may have arrived, and asks for a new login")
    func wrongPassword() async throws {
        let wire = FoodWire(500, #"{"title": "500 Internal Server Error"}"#)
        let failure = try #require(try await FoodSample.failure { try await vote(wire, as: FoodSample.account) })
        #expect(failure.error.code == .serviceKeyRefused && failure.error.hint != nil && failure.mayHaveArrived)
        #expect(failure.error.detail == "loginMaybeRefused" && wire.seen.count == 1)
    }

    @Test("A later attempt has the time that the service states", arguments: [429, 503])
    func retryAfter(status: Int) async throws {
        let wire = FoodWire(status, "<html>", fields: FoodWire.field(.retryAfter, "90"))
        let failure = try #require(try await FoodSample.failure { try await vote(wire) })
        #expect(failure.retryAfter == 90 && !failure.mayHaveArrived)
        let endless = FoodWire(status, "", fields: FoodWire.field(.retryAfter, "99999999999999999999"))
        #expect(try await FoodSample.failure { try await vote(endless) }?.retryAfter == 86_400)
        #expect(try await FoodSample.failure { try await vote(FoodWire(status, "")) }?.retryAfter == nil)
    }
}

extension FoodVoteTests {
    @Test("A password is not sent over an unencrypted connection")
    func notConfidential() async throws {
        let wire = FoodWire(200, Self.outcome(1))
        let failure = try #require(
            try await FoodSample.failure {
                try await vote(wire, as: FoodSample.account, robotoff: "http://robotoff.lan")
            })
        #expect(failure.error.code == .accountRefused && !failure.mayHaveArrived && wire.seen.isEmpty)
        #expect(try await vote(wire, robotoff: "http://robotoff.lan").value == .counted, "a device's name may")
    }

    @Test("A vote for a question without a valid id is not sent")
    func noID() async throws {
        let wire = FoodWire(200, Self.outcome(1))
        let failure = try #require(
            try await FoodSample.failure {
                try await FoodSample.service(wire).vote(try FoodSample.question("17"), .yes, FoodSample.device)
            })
        #expect(failure.error.code == .valueRefused && !failure.mayHaveArrived && wire.seen.isEmpty)
    }

    private struct Strange: Error, CustomStringConvertible {
        let description: String
    }

    @Test("A vote may have arrived after any other error")
    func strange() async throws {
        let wire = FoodWire { seen in throw Strange(description: seen.body) }
        let failure = try #require(try await FoodSample.failure { try await vote(wire) })
        #expect(failure.error.code == .serviceFailed && failure.mayHaveArrived && wire.seen.count == 1)
        #expect(!FoodSample.text(failure).contains("SECRET"))
    }

    @Test("A vote waits half a minute for its answer, once")
    func timeOut() async throws {
        let wire = FoodWire { _ in try await FoodWire.untilCancelled() }
        let clock = PatientClock(patience: .seconds(31))
        let failure = try #require(try await FoodSample.failure { try await vote(wire, clock: clock) })
        #expect(failure.error.code == .serviceTimedOut && failure.mayHaveArrived && wire.seen.count == 1)
        #expect(clock.slept == [.seconds(30)])
    }

    @Test("A cancelled vote throws CancellationError")
    func cancelled() async throws {
        let (sent, sending) = AsyncStream.makeStream(of: Void.self)
        let wire = FoodWire { _ in
            sending.yield()
            return try await FoodWire.untilCancelled()
        }
        let task = Task { try await vote(wire) }
        var next = sent.makeAsyncIterator()
        _ = await next.next()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(wire.seen.count == 1)
    }
}

extension FoodVoteTests {
    // MARK: - State of an insight

    @Test(
        "The decision about an insight is read",
        arguments: [
            ("null", nil, false), ("1", .yes, true), ("0", .no, true), ("-1", .skip, true), ("2", nil, true),
            ("7", nil, true),
        ] as [(String, Vote.Choice?, Bool)])
    func insight(annotation: String, decision: Vote.Choice?, isDecided: Bool) async throws {
        let body = """
            {"id": "\(FoodSample.id)", "barcode": "0200000000011", "type": "label", "annotation": \(annotation),
            "username": "me\\u0007 too", "bounding_box": [0.1, 0.2, 0.3, 0.4]}
            """
        let wire = FoodWire(200, body)
        let report = try await FoodSample.service(wire).readers.insight(try FoodSample.question(), FoodSample.account)
        #expect(
            report.value
                == .init(
                    decision: decision, isDecided: isDecided, username: "me too",
                    box: FoodQuestion.Box(left: 0.2, top: 0.1, right: 0.4, bottom: 0.3), kind: "label"))
        #expect(report.raw == Array(body.utf8))
        #expect(wire.seen.map(\.path) == ["/api/v1/insights/detail/" + FoodSample.id])
        #expect(wire.seen.first?.head.headerFields[.authorization] == nil, "anybody may read it")
    }

    @Test(
        "An invalid part of a picture is left out",
        arguments: ["null", "[]", "[0, 0, 2, 2]", "[0.5, 0.5, 0.5, 0.6]", "[1, 2, 3]", "\"x\""])
    func noBox(box: String) async throws {
        let wire = FoodWire(200, #"{"id": "x", "barcode": "1", "type": "label", "bounding_box": \#(box)}"#)
        let report = try await FoodSample.service(wire).readers.insight(try FoodSample.question(), FoodSample.device)
        #expect(report.value.box == nil && !report.value.isDecided && report.value.username == nil)
    }

    @Test("An insight that no longer exists is not found")
    func gone() async throws {
        let failure = try await FoodSample.failure {
            try await FoodSample.service(FoodWire(404, #"{"title": "404 Not Found"}"#)).readers.insight(
                try FoodSample.question(), FoodSample.device)
        }
        #expect(failure?.error.code == .notFound && failure?.mayHaveArrived == false)
    }

    // MARK: - What the real server answered

    @Test(
        "Invented answers to votes are distinguished",
        arguments: [
            ("vote-kept", 200, "counted"), ("vote-one-more", 200, "counted"), ("vote-applied", 200, "counted"),
            ("vote-too-late", 200, "closed"), ("vote-no-insight", 200, "closed"), ("vote-no-product", 200, "closed"),
            ("vote-update-failed", 200, "later"), ("vote-without-right", 200, "closed"),
            ("vote-bad-data", 200, "refused"),
        ])
    func invented(name: String, status: Int, expected: String) async throws {
        let body = try FoodSample.invented("Robotoff/\(name).json")
        #expect(try await vote(FoodWire(status, body)).value.word == expected)
    }

    @Test("An invented insight that was closed by votes is read")
    func inventedInsight() async throws {
        let body = try FoodSample.invented("Robotoff/insight-closed.json")
        let report = try await FoodSample.service(FoodWire(200, body)).readers.insight(
            try FoodSample.question(), FoodSample.device)
        #expect(
            report.value
                == .init(
                    decision: .yes, isDecided: true, username: nil, box: nil, kind: "label", valueTag: "en:organic"))
    }
}

extension FoodVoteTests {
    @Test(
        "Recorded answers to votes are distinguished", .needsShared,
        arguments: [
            ("vote-1", 200, "counted"), ("vote-2", 200, "counted"), ("vote-after-applied", 200, "closed"),
            ("conflict-4", 200, "counted"), ("ann-unknown", 200, "closed"), ("auth-missing-product", 200, "closed"),
            ("auth-po-503", 200, "later"), ("vote-nutrient-3", 200, "closed"), ("auth-2-bad-body", 200, "refused"),
        ])
    func recorded(name: String, status: Int, expected: String) async throws {
        let body = try #require(FoodSample.recorded("robotoff/recorded/\(name).json"))
        #expect(try await vote(FoodWire(status, body)).value.word == expected)
    }

    @Test("A recorded insight that was closed by votes is read", .needsShared)
    func recordedInsight() async throws {
        let body = try #require(FoodSample.recorded("robotoff/recorded/i-detail-after-conflict.json"))
        let report = try await FoodSample.service(FoodWire(200, body)).readers.insight(
            try FoodSample.question(), FoodSample.device)
        #expect(
            report.value
                == .init(
                    decision: .skip, isDecided: true, username: nil, box: nil, kind: "label", valueTag: "en:vegan"))
    }
}

extension FoodService.Receipt {
    /// The name of the kind, for tables.
    var word: String {
        switch self {
        case .counted: "counted"
        case .closed: "closed"
        case .later: "later"
        case .refused: "refused"
        case .uncertain: "uncertain"
        }
    }

    var sentence: String? {
        switch self {
        case .counted: nil
        case .closed(let text), .later(let text), .refused(let text), .uncertain(let text): text
        }
    }
}
