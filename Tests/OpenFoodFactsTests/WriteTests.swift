import Foundation
import HTTPTransport
import HTTPTypes
import OpenFoodFacts
import Support
import Testing

/// Tests requests with a body: answers, logos, predictions.
@Suite("Writing calls", .tags(.small))
struct WriteTests {
    static let id = RequestTests.id
    /// The request lines of the writing calls.
    static let lines = [
        "POST /api/v1/insights/annotate", "POST /api/v1/predict/category", "POST /api/v1/predict/lang",
        "POST /api/v1/images/logos/annotate", "PUT /api/v1/images/logos/4711", "POST /api/v1/images/logos/4711/reset",
    ]
    private let saved = #"{"status_code": 1, "status": "saved", "description": "x"}"#

    private func sent(
        as identity: RobotoffIdentity = .anonymous, answer: String? = nil, status: Int = 200,
        _ call: (RobotoffClient) async throws -> Void
    ) async throws -> (line: String, body: String?, request: HTTPTransport.Request) {
        let service = Service(status, answer ?? saved)
        try await call(try service.robotoff(as: identity))
        #expect(service.asked.count == 1)
        let request = try #require(service.asked.first)
        let line = try #require(service.line)
        #expect(Self.lines.contains(line))
        return (line, request.text, request)
    }

    @Test("An answer is a form with the device of its question, and is not repeatable")
    func anonymous() async throws {
        for (annotation, number) in [(Annotation.skip, -1), (.no, 0), (.yes, 1)] {
            let sent = try await sent(as: .device("a b")) { _ = try await $0.annotate(Self.id, annotation) }
            #expect(sent.body == "insight_id=\(Self.id)&annotation=\(number)&device_id=a%20b")
            #expect(sent.request.head.headerFields[.contentType] == "application/x-www-form-urlencoded")
            #expect(sent.request.head.headerFields[.authorization] == nil && !sent.request.isRepeatable)
        }
        let basic = try await sent { client in
            _ = try await client.basic.annotate(
                insightID: "any", annotation: 2, update: 1, data: #"{"a":1}"#, deviceID: "d")
        }
        #expect(basic.body == "insight_id=any&annotation=2&update=1&data=%7B%22a%22%3A1%7D&device_id=d")
    }

    @Test("An account is sent in a header, and without a device")
    func account() async throws {
        let sent = try await sent(as: .account(invented)) { client in
            _ = try await client.annotate(Self.id, .yes, updatesProduct: false)
        }
        #expect(sent.body == "insight_id=\(Self.id)&annotation=1&update=0")
        #expect(sent.request.head.headerFields[.authorization] == "Basic U0VDUkVUbmFtZTpTRUNSRVR3b3Jk")
        let questions = Service(200, #"{"questions": [], "status": "no_questions"}"#)
        _ = try await questions.robotoff(as: .account(invented)).questions(of: code())
        #expect(questions.line == "GET /api/v1/questions/0200000000011", "the account says who asks")
        #expect(questions.asked[0].head.headerFields[.authorization]?.hasPrefix("Basic ") == true)
    }

    @Test("An own value is JSON in a text")
    func own() async throws {
        func data(_ own: OwnValue) async throws -> String? {
            let sent = try await sent(as: .account(invented)) { client in
                _ = try await client.annotate(Self.id, .own, ownValue: own)
            }
            let prefix = "insight_id=\(Self.id)&annotation=2&data="
            return sent.body.map { String($0.dropFirst(prefix.count)) }?.removingPercentEncoding
        }
        #expect(try await data(.category("en:biscuits")) == #"{"value_tag":"en:biscuits"}"#)
        let box = BoundingBox(yMin: 0, xMin: 0.5, yMax: 1, xMax: 0.75)
        #expect(
            try await data(.ingredients("sel, eau", rotation: 90, box: box))
                == #"{"annotation":"sel, eau","bounding_box":[0,0.5,1,0.75],"rotation":90}"#)
        #expect(
            try await data(.nutrients(["fat_100g": ("3.1", "g"), "ph": ("7", nil)], servingSize: "30 g"))
                == #"{"nutrients":{"fat_100g":{"unit":"g","value":"3.1"},"ph":{"unit":null,"value":"7"}},"serving_size":"30 g"}"#
        )
    }

    @Test(
        "An outcome number determines the next step",
        arguments: [
            (1, AnnotationOutcome.Step.saved), (2, .saved), (12, .saved), (9, .voteSaved),
            (3, .drop(.productMissing)), (4, .drop(.outOfDate)), (5, .drop(.alreadyAnswered)),
            (6, .drop(.insightUnknown)), (8, .drop(.imageInvalid)), (10, .retryLater), (11, .correct), (13, .logIn),
            (7, .unrecognised(7)), (99, .unrecognised(99)),
        ])
    func outcomes(number: Int, step: AnnotationOutcome.Step) async throws {
        for body in [#"{"status_code": \#(number)}"#, #"{"status_code": "\#(number)", "status": "x", "new": 1}"#] {
            let outcome = try await Service(200, body).robotoff.annotate(Self.id, .no).value
            #expect(outcome.next == step && outcome.code == number)
        }
    }
}

extension WriteTests {
    @Test("A question about categories is JSON without anything that would be refused")
    func categories() async throws {
        let answer = #"{"neural": {"predictions": [{"value_tag": "en:a", "confidence": "0.5"}, {}, 3]}}"#
        let known = try await sent(answer: answer) { client in
            let value = try await client.predictCategories(
                of: code(), deepestOnly: true, threshold: 0.25, model: "m"
            ).value
            #expect(value.neural.map(\.confidence) == [0.5])
        }
        #expect(
            known.body
                == #"{"barcode":"0200000000011","deepest_only":true,"neural_model_name":"m","threshold":0.25}"#)
        #expect(known.request.isRepeatable, "asked twice it does no harm")
        let product = ProductDescription(
            name: "x", ingredientTags: ["en:salt"], texts: ["SALT"], imageEmbeddings: [[1, 2]],
            nutriments: ["fat": 3.5])
        let described = try await sent(answer: answer) { client in
            _ = try await client.predictCategories(of: product)
        }
        #expect(
            described.body
                == #"{"product":{"image_embeddings":[[1,2]],"ingredients_tags":["en:salt"],"nutriments":{"fat":3.5},"#
                + #""ocr":["SALT"],"product_name":"x"}}"#)
        #expect(ProductDescription().json == .object([:]))
    }

    @Test("The answer of a service of before September 2023 is read whole")
    func matcher() async throws {
        let answer = #"""
            {"neural": [{"value_tag": "en:n", "confidence": 0.9}],
             "matcher": [{"value_tag": "en:m", "debug": {"pattern": "p", "lang": "fr", "product_name": "P",
              "processed_product_name": "p", "category_name": "c", "start_idx": 1, "end_idx": 4, "is_full_match": false}}]}
            """#
        let value = try await Service(200, answer).robotoff.predictCategories(
            of: code(), predictors: [.neural, .matcher]
        )
        .value
        #expect(value.neural.map(\.valueTag) == ["en:n"])
        let match = try #require(value.matcher.first)
        #expect(match.valueTag == "en:m" && match.pattern == "p" && match.language == .french && match.start == 1)
        #expect(match.end == 4 && match.isFullMatch == false && match.productName == "P" && match.categoryName == "c")
        #expect(match.processedProductName == "p")
    }

    @Test("A long text is posted, and a short one is in the address")
    func longText() async throws {
        let long = String(repeating: "sel ", count: 300)
        let sent = try await sent(answer: #"{"predictions": []}"#) { client in
            _ = try await client.predictLanguages(of: long, count: 2)
        }
        #expect(sent.line == "POST /api/v1/predict/lang" && sent.body?.hasSuffix("&k=2") == true)
        #expect(sent.request.isRepeatable)
    }

    @Test("Logos are written as JSON, once")
    func logos() async throws {
        let annotations = [
            LogoAnnotation(logoID: 1, type: .label, value: "en:a"),
            LogoAnnotation(logoID: 2, type: .noLogo, value: nil),
        ]
        let many = try await sent(as: .account(invented), answer: #"{"annotated": 2}"#) { client in
            let taken = try await client.annotate(annotations, serverType: .beauty).value
            #expect(taken == 2)
        }
        #expect(
            many.body == #"{"annotations":[{"logo_id":1,"type":"label","value":"en:a"},"#
                + #"{"logo_id":2,"type":"no_logo","value":null}],"server_type":"obf"}"#)
        let one = try await sent(as: .account(invented), answer: "", status: 204) { client in
            try await client.annotate(LogoAnnotation(logoID: 4711, type: .store, value: "x")).value
        }
        #expect(one.body == #"{"type":"store","value":"x"}"# && one.line == "PUT /api/v1/images/logos/4711")
        let reset = try await sent(as: .account(invented), answer: "", status: 204) {
            try await $0.resetLogo(4711).value
        }
        #expect(reset.body == nil && reset.line == "POST /api/v1/images/logos/4711/reset")
        #expect([many, one, reset].allSatisfy { !$0.request.isRepeatable })
    }

    @Test("A retrying transport sends an answer once, whatever the response")
    func once() async throws {
        let clock = PatientClock()
        for service in [Service(503, ""), Service(throwing: HTTPTransportError(.timedOut, "told"))] {
            let client = RobotoffClient(
                userAgent: try agent(), identity: .device("x"),
                transport: service.transport.retrying(.init(retries: 3), clock: clock))
            #expect(await failure { try await client.annotate(Self.id, .yes) }?.mayHaveArrived == true)
            #expect(service.asked.count == 1)
        }
        #expect(clock.slept.isEmpty)
    }
}
