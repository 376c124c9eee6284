import Foundation
import GoogleVision
import HTTPTransport
import HTTPTypes
import Support
import Testing

@Suite("Requests to Google Vision", .tags(.small))
struct RequestTests {
    private func body(_ service: Service) throws -> JSONValue {
        let bytes = Array(try #require(service.asked.first?.body).segments().joined())
        return try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    }

    private func request(_ service: Service) throws -> JSONValue {
        guard case .list(let all)? = try body(service)["requests"] else { throw CocoaError(.coderReadCorrupt) }
        return try #require(all.first)
    }

    @Test("A request has the picture in base 64, asks for dense text with confidences, and has no language hints")
    func document() async throws {
        let service = Service()
        _ = try await service.client.document(.bytes(jpeg))
        let asked = try #require(service.asked.first)
        #expect(asked.head.method == .post)
        #expect(asked.head.scheme == "https")
        #expect(asked.head.authority == "vision.googleapis.com")
        #expect(asked.head.path == "/v1/images:annotate")
        #expect(asked.head.headerFields[.contentType] == "application/json; charset=utf-8")
        #expect(asked.isRepeatable)
        #expect(
            try body(service)
                == .object([
                    "requests": .list([
                        .object([
                            "image": .object(["content": .text(Data(jpeg).base64EncodedString())]),
                            "features": .list([.object(["type": .text("DOCUMENT_TEXT_DETECTION")])]),
                            "imageContext": .object([
                                "textDetectionParams": .object(["enableTextDetectionConfidenceScore": .flag(true)])
                            ]),
                        ])
                    ])
                ]))
    }

    @Test("Base 64 is written without escapes: a slash is one byte")
    func slashes() async throws {
        let service = Service()
        _ = try await service.client.document(.bytes([UInt8](repeating: 0xFF, count: 3000)))
        let bytes = Array(try #require(service.asked.first?.body).segments().joined())
        #expect(bytes.count { $0 == UInt8(ascii: "/") } == 4000)
        #expect(!bytes.contains(UInt8(ascii: "\\")))
    }

    @Test("The key is in its header field and nowhere else")
    func key() async throws {
        let service = Service()
        let client = GoogleVisionClient(credential: .key(" \(Service.key)\n"), transport: service.transport)
        _ = try await client.document(.bytes(jpeg))
        let asked = try #require(service.asked.first)
        let name = try #require(HTTPField.Name("x-goog-api-key"))
        #expect(asked.head.headerFields[name] == Service.key)
        #expect(asked.head.headerFields[.authorization] == nil)
        var shown = "\(asked) \(client) \(GoogleVisionCredential.key(Service.key))" + String(reflecting: client)
        dump(client, to: &shown)
        dump(asked, to: &shown)
        #expect(!shown.contains(Service.key))
        #expect(!(asked.head.path ?? "").contains(Service.key))
    }

    @Test("A token is sent with the paying project")
    func token() async throws {
        let service = Service()
        let client = GoogleVisionClient(
            credential: .token("ya29.TOKEN", project: "house-1"), transport: service.transport)
        _ = try await client.document(.bytes(jpeg))
        let fields = try #require(service.asked.first?.head.headerFields)
        let project = try #require(HTTPField.Name("x-goog-user-project"))
        #expect(fields[.authorization] == "Bearer ya29.TOKEN")
        #expect(fields[project] == "house-1")
        #expect(fields[try #require(HTTPField.Name("x-goog-api-key"))] == nil)
    }

    @Test("Features, models, languages and addresses are sent as given")
    func everything() async throws {
        let service = Service()
        let address = try #require(URL(string: "https://images.test/a.png"))
        _ = try await service.client.annotate(
            [
                AnnotateImageRequest(
                    image: .address(address),
                    features: [.init(.text, model: .latest), .init(.init(rawValue: "LABEL_DETECTION"))],
                    languageHints: ["en", "zh-Hant"], wantsTextConfidence: false)
            ], repeatable: false)
        #expect(service.asked.first?.isRepeatable == false)
        #expect(
            try request(service)
                == .object([
                    "image": .object(["source": .object(["imageUri": .text("https://images.test/a.png")])]),
                    "features": .list([
                        .object(["type": .text("TEXT_DETECTION"), "model": .text("builtin/latest")]),
                        .object(["type": .text("LABEL_DETECTION")]),
                    ]),
                    "imageContext": .object(["languageHints": .list([.text("en"), .text("zh-Hant")])]),
                ]))
        let plain = Service()
        _ = try await plain.client.annotate([
            AnnotateImageRequest(image: .cloudStorage("gs://bucket/a"), wantsTextConfidence: false)
        ])
        #expect(
            try request(plain)
                == .object([
                    "image": .object(["source": .object(["gcsImageUri": .text("gs://bucket/a")])]),
                    "features": .list([.object(["type": .text("DOCUMENT_TEXT_DETECTION")])]),
                ]))
    }

    @Test("Requests to Google Vision use a given base URL with its port and path", arguments: ["", "/"])
    func base(end: String) async throws {
        let service = Service()
        let client = GoogleVisionClient(
            baseURL: try #require(URL(string: "http://localhost:8080/vision" + end)), credential: .key(Service.key),
            transport: service.transport)
        _ = try await client.document(.bytes(jpeg))
        let head = try #require(service.asked.first?.head)
        #expect(head.scheme == "http" && head.authority == "localhost:8080")
        #expect(head.path == "/vision/v1/images:annotate")
    }

    @Test("No part of a picture is in a description")
    func descriptions() {
        let request = AnnotateImageRequest(image: .bytes([222, 173, 190, 239]))
        var shown = "\(request)"
        dump(request, to: &shown)
        #expect(shown.contains("4 bytes"))
        #expect(!shown.contains("222") && !shown.contains("173"))
    }

    @Test("A cancelled caller cancels the call to Google Vision, whatever the transport throws then")
    func cancelled() async {
        for error in [CancellationError(), HTTPTransportError(.cutOff, "cancelled")] as [any Error] {
            let service = Service(silentUntilCancelled: error)
            let client = service.client
            let task = Task.immediate { try await client.document(.bytes(jpeg)) }
            #expect(service.asked.count == 1)
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }
}

@Suite("Requests that Google Vision would refuse", .tags(.small))
struct RuleTests {
    private func refused(_ request: AnnotateImageRequest) async -> GoogleVisionError? {
        let service = Service()
        let error = await failure { try await service.client.annotate([request]) }
        #expect(service.asked.isEmpty)
        return error
    }

    @Test("A picture that the service would refuse is not sent")
    func pictures() async throws {
        #expect(await refused(.init(image: .bytes([])))?.rule == .imageEmpty)
        let heic = [0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0]
        #expect(await refused(.init(image: .bytes(heic)))?.rule == .imageFormat)
        #expect(await refused(.init(image: .cloudStorage("https://x")))?.rule == .imageAddress)
        #expect(await refused(.init(image: .address(try #require(URL(string: "file:///x")))))?.rule == .imageAddress)
        #expect(await refused(.init(image: .bytes(jpeg), features: []))?.rule == .features)
    }

    @Test("An invalid language is refused", arguments: ["", "e", "english", "en_US", "en-", "en us", "é-x"])
    func languages(text: String) async {
        #expect(await refused(.init(image: .bytes(jpeg), languageHints: ["en", text]))?.rule == .language)
    }

    @Test("A request above a limit is refused and states the limit")
    func sizes() async throws {
        let large = await refused(.init(image: .bytes([UInt8](repeating: 1, count: 20_000_001))))
        #expect(large?.code == .tooLarge && large?.limit == 20_000_000 && large?.rule == .size)
        let body = await refused(.init(image: .bytes([UInt8](repeating: 1, count: 7_300_001))))
        #expect(body?.code == .tooLarge && body?.limit == 7_300_000)
        let address = try #require(URL(string: "https://images.test/" + String(repeating: "a", count: 10_000_000)))
        #expect(await refused(.init(image: .address(address)))?.limit == 10_000_000)

        let service = Service()
        _ = try await service.client.document(.bytes([UInt8](repeating: 0xFF, count: 7_300_000)))
        #expect(try #require(service.asked.first?.body).contentLength <= 10_000_000)
    }

    @Test(
        "No picture and more than sixteen pictures are refused, and sixteen pictures have sixteen results",
        arguments: [0, 1, 16, 17])
    func counts(count: Int) async throws {
        let answers = [String](repeating: "{}", count: max(1, count)).joined(separator: ",")
        let service = Service(200, "{\"responses\": [\(answers)]}")
        let requests = [AnnotateImageRequest](repeating: .init(image: .bytes(jpeg)), count: count)
        if (1...16).contains(count) {
            #expect(try await service.client.annotate(requests).value.count == count)
        } else {
            #expect(await failure { try await service.client.annotate(requests) }?.rule == .requestCount)
            #expect(service.asked.isEmpty)
        }
    }

    @Test("All sixteen pictures together have one limit")
    func together() async {
        let service = Service()
        let part = AnnotateImageRequest(image: .bytes([UInt8](repeating: 1, count: 3_700_000)))
        let error = await failure { try await service.client.annotate([part, part]) }
        #expect(error?.code == .tooLarge && service.asked.isEmpty)
    }

    @Test("A missing or malformed key is refused")
    func keys() async throws {
        let service = Service()
        for (credential, code) in [
            (GoogleVisionCredential.key(" \n"), GoogleVisionError.Code.keyMissing),
            (.token("", project: "p"), .keyMissing),
            (.token("t", project: ""), .keyMissing), (.key("a\r\nx: y"), .keyRefused),
            (.key("schlüssel"), .keyRefused),
        ] {
            let client = GoogleVisionClient(credential: credential, transport: service.transport)
            let error = await failure { try await client.document(.bytes(jpeg)) }
            #expect(error?.code == code && error?.isOfSettings == true)
        }
        #expect(service.asked.isEmpty)
    }

    @Test(
        "A request over an unencrypted connection is refused",
        arguments: ["http://vision.test", "http://192.168.1.2:8080", "ftp://x"])
    func tls(address: String) async throws {
        let service = Service()
        let client = GoogleVisionClient(
            baseURL: try #require(URL(string: address)), credential: .key(Service.key), transport: service.transport)
        #expect(await failure { try await client.document(.bytes(jpeg)) }?.rule == .tls)
        #expect(service.asked.isEmpty)
    }
}
