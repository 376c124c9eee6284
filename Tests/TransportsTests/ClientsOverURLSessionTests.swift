import ChatCompletions
import Foundation
import GoogleVision
import HTTPTransport
import OpenFoodFacts
import PlantNet
import Support
import Testing
import Trefle
import URLSessionTransport

/// Each client against the stub of its service, over URLSession.
@Suite("The clients over URLSession", .tags(.medium), .timeLimit(.minutes(2)))
struct ClientsOverURLSessionTests {
    let wire = URLSessionTransport()
    let jpeg: [UInt8]

    init() throws { jpeg = try Fixture.bytes("Pictures/flower.jpg") }

    @Test("Pl@ntNet receives the photograph and names a plant")
    func plantNet() async throws {
        let stub = PlantNetStub()
        let server = try StubServer { stub.reply(to: $0) }
        let client = PlantNetClient(
            baseURL: try #require(URL(string: server.url)), apiKey: stub.key, transport: wire.transport)
        let reply = try await client.identify([PlantNetImage(bytes: jpeg, type: .jpeg)])
        #expect(!reply.value.results.isEmpty)
        #expect(server.requests.first?.parts("images").first?.bytes == jpeg)
    }

    @Test("Trefle receives the token and returns a species")
    func trefle() async throws {
        let stub = TrefleStub()
        let server = try StubServer { stub.reply(to: $0) }
        let client = TrefleClient(
            baseURL: try #require(URL(string: server.url)), token: stub.token, transport: wire.transport)
        #expect(try await !client.searchSpecies("monstera deliciosa").value.items.isEmpty)
        #expect(server.requests.first?.header("authorization") == "Bearer \(stub.token)")
    }

    @Test("Open Food Facts receives the user agent and returns a product")
    func openFoodFacts() async throws {
        let stub = FoodStub()
        let server = try StubServer { stub.reply(to: $0) }
        let client = OpenFoodFactsClient(
            baseURL: try #require(URL(string: server.url)),
            userAgent: try UserAgent(app: "Larder", version: "1", contact: "me@example.org"), transport: wire.transport)
        #expect(try await client.product(Barcode("3560070169443")).value.product != nil)
        #expect(server.requests.first?.header("user-agent")?.hasPrefix("Larder/1") == true)
    }

    @Test("Google Vision receives the picture and returns its text")
    func googleVision() async throws {
        let stub = VisionStub()
        let server = try StubServer { stub.reply(to: $0) }
        let client = GoogleVisionClient(
            baseURL: try #require(URL(string: server.url)), credential: .key("stub-vision-key"),
            transport: wire.transport)
        #expect(try await client.document(.bytes(jpeg)).value.fullTextAnnotation?.text.isEmpty == false)
        #expect(server.requests.first?.query("key") == nil)
    }

    @Test("A language model answers as a stream", arguments: [nil, 4000])
    func chatCompletions(pace: Int?) async throws {
        let stub = ChatStub()
        stub.bytesPerSecond = pace
        stub.set([.text("Die Wahrheit über ½ Tablette 😀.")])
        let server = try StubServer { stub.reply(to: $0) }
        let client = ChatCompletionsClient(
            baseURL: try #require(URL(string: server.url)), retries: .never, transport: wire.streaming)
        let request = ChatRequest(model: "stub-model", messages: [ChatMessage(.user, "Say it.")])
        #expect(try await client.stream(request).completion().text == "Die Wahrheit über ½ Tablette 😀.")
    }
}
