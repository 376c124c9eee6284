import Foundation
import HTTPTransport
import HTTPTypes
import Household
import Larder
import OnlineServices
import Support
import Testing

/// Tests what is kept and logged of calls.
@Suite("Calls to Open Food Facts and Robotoff", .tags(.small))
struct FoodCallsTests {
    private static let none = #"{"questions": [], "status": "no_questions"}"#

    @Test("Each call is kept without the device's name")
    func kept() async throws {
        let wire = FoodWire(200, Self.none)
        let service = try FoodSample.service(wire)
        #expect(service.calls().isEmpty)
        _ = try await service.readers.questions(QuestionQuery(code: "0200000000011"), FoodSample.device)
        let call = try #require(service.calls().first)
        #expect(
            call
                == .init(
                    number: 1, at: FoodSample.now, method: "GET",
                    address: "robotoff.test/api/v1/questions/0200000000011?count=25&lang=en&device_id=…", status: 200,
                    milliseconds: 0, body: Array(Self.none.utf8), isCut: false))
    }

    @Test("Calls without an answer are kept too, and each attempt is kept separately")
    func withoutAnswer() async throws {
        let wire = FoodWire { [first = FoodOnce()] _ in
            if first.isFirst { throw HTTPTransportError(.cutOff, "as told") }
            return FoodWire.json("no", status: 500)
        }
        let service = try FoodSample.service(wire)
        _ = try await FoodSample.failure { try await service.readers.answers("alice") }
        let calls = service.calls()
        #expect(calls.map(\.number) == [2, 1] && calls.map(\.status) == [500, nil])
        #expect(calls.map(\.body) == [Array("no".utf8), []] && calls.allSatisfy { !$0.isCut })
    }

    @Test("The duration of a call is kept")
    func time() async throws {
        // With this clock fifteen seconds pass at once, but not before the request was sent.
        let clock = PatientClock(patience: .seconds(16), held: true)
        let wire = FoodWire { _ in
            clock.open()
            return try await FoodWire.untilCancelled()
        }
        let service = try FoodSample.service(wire, clock: clock)
        _ = try await FoodSample.failure { try await service.readers.answers("alice") }
        #expect(service.calls().map(\.milliseconds) == [15_000] && service.calls().map(\.status) == [nil])
    }

    @Test("The last forty calls are kept, latest first")
    func bounded() async throws {
        let wire = FoodWire(200, Self.none)
        let service = try FoodSample.service(wire)
        for page in 1...(FoodService.Call.kept + 15) {
            var query = QuestionQuery()
            query.page = page
            _ = try await service.readers.questions(query, FoodSample.device)
        }
        let calls = service.calls()
        #expect(calls.count == FoodService.Call.kept)
        #expect(calls.map(\.number) == Array((16...(FoodService.Call.kept + 15)).reversed()))
        #expect(calls.first?.address.contains("page=\(FoodService.Call.kept + 15)&") == true)
    }

    @Test("Long answers are cut, and pictures are not kept")
    func bodies() async throws {
        let limit = FoodService.Call.limit
        for (size, isCut) in [(limit, false), (limit + 1, true), (limit * 3, true)] {
            let service = try FoodSample.service(FoodWire { _ in FoodWire.bytes(Array(repeating: 0x20, count: size)) })
            _ = try await FoodSample.failure { try await service.readers.answers("alice") }
            #expect(service.calls().first?.body.count == limit && service.calls().first?.isCut == isCut)
        }
        for (body, type) in [([0xFF, 0xD8, 0xFF, 1], nil), (Array("<svg/>".utf8), "image/svg+xml")]
            as [([UInt8], String?)]
        {
            let service = try FoodSample.service(FoodWire { _ in FoodWire.bytes(body, type: type) })
            _ = try await FoodSample.failure {
                try await service.readers.picture("https://images.openfoodfacts.org/1.jpg", nil)
            }
            #expect(service.calls().first?.body == [] && service.calls().first?.isCut == true)
            #expect(service.calls().first?.address == "images.openfoodfacts.org/1.jpg")
        }
    }

    @Test("Two simultaneous calls are kept separately")
    func together() async throws {
        let service = try FoodSample.service(FoodWire(200, #"{"count": {"annotations": 1}}"#))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { _ = try await service.readers.answers("alice") } }
            try await group.waitForAll()
        }
        #expect(service.calls().map(\.number) == Array((61...100).reversed()))
    }

    // MARK: - Secrets

    @Test("Nothing that identifies the user is kept or logged, even if the service repeats it")
    func secrets() async throws {
        let lines = FoodLines()
        let wire = FoodWire { seen in
            let basic = seen.head.headerFields[.authorization] ?? ""
            return FoodWire.json(
                """
                {"echo": "\(basic) SECRET pass:word device-SECRET-of-this-house", "status_code": 9,
                "questions": [], "count": {"annotations": 1}, "id": "x", "barcode": "1", "type": "label"}
                """)
        }
        let service = try FoodSample.larder(
            wire, products: "https://me:SECRET@food.test", robotoff: "https://me:SECRET@robotoff.test", lines: lines
        ).service(isOwn: false)
        for voter in [FoodSample.device, FoodSample.account] {
            _ = try await service.readers.questions(QuestionQuery(), voter)
            _ = try await service.readers.questions(QuestionQuery(code: "0200000000011"), voter)
            for choice in Vote.Choice.allCases {
                _ = try await service.vote(try FoodSample.question(), choice, voter)
            }
        }
        _ = try await service.readers.insight(try FoodSample.question(), FoodSample.account)
        _ = try await service.readers.answers("SECRETname")
        #expect(service.calls().count == 12 && lines.all.count == 12)
        // The kept call is compared without the texts that are not from this call.
        for call in service.calls() {
            #expect(!call.address.contains("SECRET"), "\(call.address)")
            let isDevice = call.address.contains("device_id") || call.number <= 5
            let isAccount = (6...10).contains(call.number)
            let body = String(decoding: call.body, as: UTF8.self)
            if isDevice { #expect(!body.contains("device-SECRET"), "\(body)") }
            if isAccount { #expect(!body.contains("pass:word") && !body.contains("U0VDUkVU"), "\(body)") }
        }
        #expect(service.calls()[0].address == "robotoff.test/api/v1/users/statistics/…")
        for line in lines.all { #expect(!line.contains("SECRET") && !line.contains("U0VDUkVU"), "\(line)") }
    }

    @Test("Each request is logged in one line")
    func log() async throws {
        let lines = FoodLines()
        let service = try FoodSample.service(FoodWire(200, Self.none), lines: lines)
        var query = QuestionQuery()
        query.country = "fr"
        query.brand = "ferrero"
        _ = try await service.readers.questions(query, FoodSample.device)
        #expect(
            lines.all == [
                "GET https://robotoff.test/api/v1/questions?order_by=popularity&page=1&count=25&lang=en&brands=••••"
                    + "&countries=fr&device_id=•••• → 200, \(Self.none.utf8.count) bytes received, 0 bytes sent, 0 ms"
            ])
    }
}
