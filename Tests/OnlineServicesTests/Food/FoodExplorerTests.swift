import Foundation
import HTTPTransport
import HTTPTypes
import Household
import Larder
import OnlineServices
import Support
import Synchronization
import Testing

@Suite("Composed requests on the wire", .tags(.small))
struct FoodExplorerTests {
    private func request(_ id: String, _ values: [String: String]) throws -> RobotoffRequest {
        try RobotoffRequest(try #require(RobotoffCall.named(id)), values)
    }

    @Test("A request has only its own values: no credential and no name of the device")
    func query() async throws {
        let wire = FoodWire(200, #"{"insights": [], "status": "no_insights"}"#)
        let report = try await FoodSample.service(wire).readers.explore(
            try request("insights-random", ["type": "label", "value_tag": "en:organic&x=1", "count": "3"])
        ) { _ in }
        #expect(String(decoding: report.raw, as: UTF8.self) == #"{"insights": [], "status": "no_insights"}"#)
        let seen = try #require(wire.seen.first)
        #expect(wire.seen.count == 1 && seen.path == "/api/v1/insights/random" && seen.head.method == .get)
        #expect(seen.fields == ["type": "label", "value_tag": "en:organic&x=1", "count": "3"])
        #expect(seen.head.headerFields[.authorization] == nil)
    }

    @Test("The prediction of categories is sent as JSON")
    func body() async throws {
        let wire = FoodWire(200, #"{"neural": {"predictions": []}}"#)
        _ = try await FoodSample.service(wire).readers.explore(
            try request("predict-category", ["barcode": "0200000000011", "threshold": "0.25", "deepest_only": "true"])
        ) { _ in }
        let seen = try #require(wire.seen.first)
        #expect(seen.head.method == .post && seen.path == "/api/v1/predict/category")
        let sent = try JSONDecoder().decode(JSONValue.self, from: Data(seen.body.utf8))
        #expect(
            sent
                == .object(["barcode": .text("0200000000011"), "threshold": .number(0.25), "deepest_only": .flag(true)])
        )
    }

    @Test("A table and an error with status 200 are returned as they are")
    func unread() async throws {
        let table = FoodWire { _ in FoodWire.bytes(Array("id,type\n1,label\n".utf8), type: "text/csv") }
        let report = try await FoodSample.service(table).readers.explore(
            try request("insights-dump", ["count": "1"])
        ) { _ in }
        #expect(String(decoding: report.raw, as: UTF8.self) == "id,type\n1,label\n")
        #expect(table.seen.first?.head.headerFields[.accept] == "text/csv")
        let broken = #"{"error": "download_error", "error_description": "no such file"}"#
        let unfit = try await FoodSample.service(FoodWire(200, broken)).readers.explore(
            try request("predict-text", ["ocr_url": "https://images.test/1.json"])
        ) { _ in }
        #expect(String(decoding: unfit.raw, as: UTF8.self) == broken)
    }

    @Test("A refusal of the service is an error, and the answer is kept among the last calls")
    func refused() async throws {
        let larder = try FoodSample.larder(FoodWire(400, #"{"title":"Invalid parameter","description":"x"}"#))
        let service = larder.service(isOwn: false)
        let sent = Mutex<[Int]>([])
        let failure = await #expect(throws: FoodService.Failure.self) {
            try await service.readers.explore(try request("insights-list", ["order_by": "x"])) { number in
                sent.withLock { $0.append(number) }
            }
        }
        #expect(failure?.error.code == .serviceFailed && failure?.mayHaveArrived == false)
        let call = try #require(service.calls().first)
        #expect(sent.withLock(\.self) == [call.number])
        #expect(call.status == 400 && String(decoding: call.body, as: UTF8.self).contains("Invalid parameter"))
        #expect(call.address == "robotoff.test/api/v1/insights?order_by=x")
    }
}
