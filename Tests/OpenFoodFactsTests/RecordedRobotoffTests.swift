import Foundation
import HTTPTransport
import OpenFoodFacts
import Support
import Synchronization
import Testing

/// The real server's responses to requests that the client itself builds.
@Suite("Recorded responses of Robotoff", .tags(.small), .needsShared)
struct RecordedRobotoffTests {
    @Test(
        "The request is the recorded one, and its response has the expected meaning",
        arguments: RecordedRobotoff.exchanges)
    func exchange(_ exchange: RecordedRobotoff.Exchange) async throws {
        let recorded = try #require(RecordedCases.all[exchange.name], "no call is known")
        let response = try exchange.response()
        let asked = Mutex<[ComparableRequest]>([])
        let client = RobotoffClient(
            userAgent: try agent(), identity: exchange.identity,
            transport: HTTPTransport { request in
                asked.withLock { $0.append(ComparableRequest(request)) }
                return response
            })
        if let code = recorded.fails {
            let error = await failure { try await recorded.check(client) }
            #expect(error?.code == code)
            #expect(error?.field == recorded.field)
            #expect(error?.status == exchange.status)
            #expect(error?.serviceMessage?.isEmpty == false)
        } else {
            #expect(try await recorded.check(client))
        }
        #expect(asked.withLock { $0 } == [exchange.asked])
    }

    @Test("Every call has a recording, and all recordings are replayed")
    func complete() {
        #expect(Set(RecordedRobotoff.exchanges.map(\.name)) == Set(RecordedCases.all.keys))
        #expect(RecordedRobotoff.exchanges.count == 94)
    }

    @Test("Every recorded value is equal after encoding and decoding")
    func kept() async throws {
        func again<Value: WireValue>(_ file: String, _ key: String, _ type: Value.Type) throws {
            let answer = try JSONDecoder().decode(
                JSONValue.self, from: Data(RecordedRobotoff.bytes("recorded/" + file)))
            guard case .list(let list)? = answer[key] else { return }
            for element in list where element != .object([:]) {
                let value = try Value(element)
                #expect(try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)) == value)
                #expect(value.raw == element)
            }
        }
        for exchange in RecordedRobotoff.exchanges
        where exchange.status == 200 && exchange.body?.hasSuffix("json") == true {
            let file = exchange.body ?? ""
            if exchange.name.hasPrefix("q-") { try again(file, "questions", Question.self) }
            if exchange.name.hasPrefix("unanswered") { try again(file, "questions", UnansweredGroup.self) }
            try again(file, "insights", Insight.self)
            try again(file, "logos", Logo.self)
            try again(file, "images", RobotoffImage.self)
        }
    }

    @Test(
        "Published examples of the live service are decoded too",
        arguments: [
            ("live_seed_readme_2022.json", "Chocolade koekjes", "en:chocolate-biscuits" as String?),
            ("live_third_party_guide.json", "Scallop", nil),
        ])
    func printed(file: String, value: String, tag: String?) async throws {
        let service = Service(bytes: try RecordedRobotoff.bytes(file))
        let list = try await service.robotoff.basic.questions(barcode: "x").value
        #expect(list.items.map(\.value) == [value])
        #expect(list.items.map(\.valueTag) == [tag])
        #expect(list.items[0].insightType == .category && list.items[0].serverType == nil)
    }

    @Test(
        "Real outputs of the nutrition model are decoded",
        arguments: [
            "nutrition_predict_0011110702081_2.json", "nutrition_predict_2509757363133_2.json",
            "nutrition_predict_4903015130266_2.json",
        ])
    func nutrition(file: String) throws {
        let data = Data(try RecordedRobotoff.bytes("model_outputs/" + file))
        let prediction = try JSONDecoder().decode(NutritionPrediction.self, from: data)
        guard case .object(let members)? = prediction.raw["nutrients"] else { return #expect(Bool(false)) }
        #expect(prediction.nutrients.count == members.count && !members.isEmpty)
        #expect(
            prediction.nutrients.allSatisfy { $0.key == $0.value.entity && $0.value.score.map { $0 > 0.5 } == true })
    }

    @Test("Tables of a product's pictures are decoded", arguments: ["images.json", "generate_selected_images.json"])
    func images(file: String) throws {
        let json = try JSONDecoder().decode(JSONValue.self, from: Data(RecordedRobotoff.bytes("model_outputs/" + file)))
        let images = json["product"]?["images"] ?? json
        let product = try Product(.object(["code": .text("5410041040807"), "images": images]))
        guard case .object(let members) = images else { return #expect(Bool(false)) }
        #expect(product.pictures.count == members.count && members.count > 5)
        #expect(product.pictures.values.contains { $0.uploadID != nil && $0.revision != nil })
    }

    @Test("Every label's logo has an address, and every write of the server names its insight")
    func tables() throws {
        let logos = try JSONDecoder().decode(
            [String: String].self, from: Data(RecordedRobotoff.bytes("label_logos.json")))
        #expect(logos.count == 62 && logos.values.allSatisfy { URL(string: $0)?.scheme == "https" })
        let writes = try JSONDecoder().decode(
            JSONValue.self, from: Data(RecordedRobotoff.bytes("product_opener_writes.json")))
        guard case .list(let list) = writes else { return #expect(Bool(false)) }
        #expect(!list.isEmpty)
    }
}
