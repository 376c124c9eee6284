import Foundation
import HTTPTransport
import HTTPTypes
import PlantNet
import Support
import Testing

@Suite("Identification by Pl@ntNet", .tags(.small))
struct IdentifyTests {
    @Test("Images and organs are sent as parts, everything else in the query, and no private file name")
    func request() async throws {
        let service = Service(200, invented)
        let options = IdentificationOptions(
            language: "pt-br", resultCount: 3, noReject: true, includeRelatedImages: false, type: .legacy)
        _ = try await service.client.identify(
            [leaf(.flower), PlantNetImage(bytes: png, type: .png, organ: .habit)], in: "k-middle-europe",
            options: options)
        let request = try #require(service.asked.first)
        #expect(request.head.method == .post)
        #expect(request.head.scheme == "https")
        #expect(request.head.authority == "my-api.plantnet.org")
        let query = "include-related-images=false&no-reject=true&nb-results=3&lang=pt-br&type=legacy"
        #expect(request.head.path == "/v2/identify/k-middle-europe?\(query)&api-key=\(Service.key)")
        #expect(!request.isRepeatable)

        let body = try #require(request.body)
        let bytes = Array(body.segments().joined())
        #expect(bytes.count == body.contentLength)
        let type = try #require(request.head.headerFields[.contentType])
        let boundary = try #require(type.split(separator: "boundary=").last)
        #expect(type == "multipart/form-data; boundary=\(boundary)")
        let text = String(decoding: bytes, as: UTF8.self)
        let parts = text.components(separatedBy: "--\(boundary)").dropFirst().dropLast()
            .map { $0.components(separatedBy: "\r\n\r\n")[0].components(separatedBy: "\r\n").dropFirst() }
        let image = #"Content-Disposition: form-data; name="images"; filename="image-"#
        let organ = #"Content-Disposition: form-data; name="organs""#
        #expect(
            parts.map(Array.init) == [
                ["\(image)1.jpg\"", "Content-Type: image/jpeg"], ["\(image)2.png\"", "Content-Type: image/png"],
                [organ], [organ],
            ])
        let organs = ["flower", "habit"].map { "--\(boundary)\r\n\(organ)\r\n\r\n\($0)\r\n" }.joined()
        #expect(text.hasSuffix("\r\n\(organs)--\(boundary)--\r\n"))
        #expect(bytes.firstRange(of: jpeg) != nil && bytes.firstRange(of: png) != nil)
    }

    @Test("Options that are nil are not sent")
    func least() async throws {
        let service = Service(200, invented)
        _ = try await service.client.identify([leaf()])
        #expect(service.asked.first?.head.path == "/v2/identify/all?api-key=\(Service.key)")
        let body = Array(try #require(service.asked.first?.body).segments().joined())
        #expect(!String(decoding: body, as: UTF8.self).contains("organs"))
    }

    @Test("An identification is repeatable only if the caller accepts the cost", arguments: [true, false])
    func repeatable(flag: Bool) async throws {
        let service = Service(200, #"{"results": []}"#)
        let link = PlantNetImageLink(try #require(URL(string: "https://images.test/a.jpg")))
        _ = try await service.client.identify([leaf()], repeatable: flag)
        _ = try await service.client.identify(at: [link], repeatable: flag)
        _ = try await service.client.identifyDisease([leaf()], repeatable: flag)
        #expect(service.asked.map(\.isRepeatable) == [flag, flag, flag])
    }

    @Test("Identification by addresses is a GET with repeated fields, percent-encoded")
    func links() async throws {
        let service = Service(200, invented)
        let links = try ["https://images.test/a b&c.jpg?x=1", "http://images.test/ä.png"].map { text in
            let encoded = text.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed)
            return PlantNetImageLink(try #require(encoded.flatMap { URL(string: $0) }), organ: .leaf)
        }
        _ = try await service.client.identify(at: links, options: .init(language: "fr"))
        let request = try #require(service.asked.first)
        #expect(request.head.method == .get)
        #expect(request.body == nil)
        let first = "images=https%3A%2F%2Fimages.test%2Fa%2520b%26c.jpg%3Fx%3D1"
        let second = "images=http%3A%2F%2Fimages.test%2F%25C3%25A4.png"
        #expect(
            request.head.path
                == "/v2/identify/all?lang=fr&\(first)&\(second)&organs=leaf&organs=leaf&api-key=\(Service.key)")
    }

    @Test("Identifications use a given base URL with its port and path", arguments: ["", "/"])
    func base(end: String) async throws {
        let service = Service(200, invented)
        let url = try #require(URL(string: "http://localhost:8080/plants" + end))
        let client = PlantNetClient(baseURL: url, apiKey: " k&y\n", transport: service.transport)
        _ = try await client.identify([leaf()])
        let head = try #require(service.asked.first?.head)
        #expect(head.scheme == "http")
        #expect(head.authority == "localhost:8080")
        #expect(head.path == "/plants/v2/identify/all?api-key=k%26y")
    }
}

extension IdentifyTests {
    @Test("Identification of diseases has its own path and no type")
    func diseases() async throws {
        let body = #"""
            {"query": {"project": "all"}, "language": "en", "version": "1", "remainingIdentificationRequests": 9,
             "results": [{"name": "1XYZ", "score": 0.5, "description": "spots", "images": []}, {"score": 1}]}
            """#
        let service = Service(200, body)
        let reply = try await service.client.identifyDisease([leaf(.leaf)], options: .init(resultCount: 2))
        #expect(service.asked.first?.head.path == "/v2/diseases/identify?nb-results=2&api-key=\(Service.key)")
        #expect(reply.value.results.map(\.name) == ["1XYZ"])
        #expect(reply.value.unreadableResults == 1)
        #expect(reply.allowance == Allowance(remaining: 9))
        let error = await failure { try await service.client.identifyDisease([leaf()], options: .init(type: .kt)) }
        #expect(error?.rule == .options)
    }

    @Test("The allowance is read from the header, and from the body if there is no header")
    func allowance() async throws {
        let answer = try await Service(200, invented, fields: rateLimitFields).client.identify([leaf()])
        #expect(answer.allowance == Allowance(remaining: 41, limit: 500, resetsIn: .seconds(3600)))
        let echoed = try await Service(200, invented).client.identify([leaf()])
        #expect(echoed.allowance == Allowance(remaining: 77))
        let silent = try await Service(200, #"{"results": []}"#).client.identify([leaf()])
        #expect(silent.allowance == Allowance())
    }

    @Test(
        "The daily quota is found among several policies, and no other policy is used for it",
        arguments: [
            (#""x";r=1;t=5, "dailyQuota";r=40"#, 40), (#""x";r=7, "y";r=3;t=9"#, nil), (#""x";r=0;t=9"#, nil),
            ("nonsense", nil), ("", nil),
        ] as [(String, Int?)])
    func severalQuotas(text: String, remaining: Int?) throws {
        let name = try #require(HTTPField.Name("RateLimit"))
        #expect(Allowance([name: text]).remaining == remaining)
    }

    @Test("A cancelled caller cancels the upload, whatever the transport throws then")
    func cancelled() async {
        for error in [CancellationError(), HTTPTransportError(.cutOff, "cancelled")] as [any Error] {
            let service = Service(silentUntilCancelled: error)
            let client = service.client
            let task = Task.immediate { try await client.identify([leaf()]) }
            #expect(service.asked.count == 1)
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }
}
