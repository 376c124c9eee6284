import ChatCompletions
import Foundation
import GoogleVision
import HTTPTransport
import OpenFoodFacts
import OpenInference
import PlantNet
import Trefle
import URLSessionTransport

/// Decodes a small response of each service with a transport that sends nothing, and prints the result.
@main
struct Main {
    static func main() async throws {
        try await identify()
        try await lookUp()
        try await product()
        try await read()
        try await chat()
        try await infer()
        await refused()
        try Modules.use()
    }

    private static func identify() async throws {
        let client = PlantNetClient(
            apiKey: "none",
            transport: answering(
                """
                {"results": [{"score": 0.9, "species": {"scientificNameWithoutAuthor": "Lavandula dentata"}}],
                 "remainingIdentificationRequests": 499}
                """))
        let photograph = PlantNetImage(bytes: [0xFF, 0xD8, 0xFF, 0xE0], type: .jpeg)
        let reply = try await client.identify([photograph])
        print(reply.value.results.first?.species.scientificNameWithoutAuthor ?? "nothing")
    }

    private static func lookUp() async throws {
        let client = TrefleClient(
            token: "none",
            transport: answering(
                """
                {"data": {"id": 1, "slug": "cocos-nucifera", "scientific_name": "Cocos nucifera",
                          "growth": {"light": 9, "soil_humidity": null}}, "meta": {}}
                """
            ).limited(to: TrefleLimits()))
        let species = try await client.species("cocos-nucifera").value
        print("\(species.scientificName), light \(species.growth?.light.map(String.init) ?? "unknown")")
    }

    private static func product() async throws {
        let client = OpenFoodFactsClient(
            userAgent: try UserAgent(app: "LinkageTest", version: "1", contact: "nobody@example.org"),
            transport: answering(
                """
                {"code": "3017620422003", "status": "success",
                 "product": {"code": "3017620422003", "product_name": "Spread", "nutriscore_grade": "e"}}
                """))
        let product = try await client.product(Barcode("3017620422003")).value.product
        print("\(product?.name ?? "nothing"), Nutri-Score \(product?.nutriScore?.rawValue ?? "unknown")")
    }

    private static func read() async throws {
        let client = GoogleVisionClient(
            credential: .key("none"),
            transport: answering(#"{"responses": [{"fullTextAnnotation": {"text": "5 mg"}}]}"#))
        print(try await client.document(.bytes([0xFF, 0xD8])).value.fullTextAnnotation?.text ?? "nothing")
    }

    private static func chat() async throws {
        let client = ChatCompletionsClient(
            transport: StreamingTransport(whole: answering(#"{"choices": [{"message": {"content": "Hello"}}]}"#)))
        let request = ChatRequest(model: "none", messages: [ChatMessage(.user, "Say hello.")])
        print(try await client.complete(request).text ?? "nothing")
    }

    private static func infer() async throws {
        guard let address = URL(string: "http://127.0.0.1:8000") else { return }
        let client = OpenInferenceClient(
            baseURL: address,
            transport: answering(
                #"{"outputs": [{"name": "scores", "datatype": "FP32", "shape": [2], "data": [0.25, 0.75]}]}"#))
        let input = try InferenceTensor(name: "pixels", dataType: .uint8, shape: [1], bytes: [0])
        print(try await client.infer([input], model: "none")["scores"]?.floats ?? [])
    }

    /// Port 9 of this machine: no program listens there.
    private static func refused() async {
        guard let address = URL(string: "http://127.0.0.1:9") else { return }
        let client = PlantNetClient(
            baseURL: address, apiKey: "none", transport: URLSessionTransport().transport)
        do {
            print(try await client.projects().value.count)
        } catch {
            print((error as? PlantNetError)?.code.rawValue ?? "another error")
        }
    }

    private static func answering(_ body: String) -> HTTPTransport {
        .constant(.init(head: .init(status: .ok), body: [UInt8](body.utf8)))
    }
}
