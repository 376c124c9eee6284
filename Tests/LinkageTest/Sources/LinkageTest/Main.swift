import HTTPTransport
import PlantNet

/// Decodes a small answer through a transport that sends nothing, and prints the best name.
@main
struct Main {
    static func main() async throws {
        let body = """
            {"results": [{"score": 0.9, "species": {"scientificNameWithoutAuthor": "Lavandula dentata"}}],
             "remainingIdentificationRequests": 499}
            """
        let answer = HTTPTransport.Response(head: .init(status: .ok), body: [UInt8](body.utf8))
        let client = PlantNetClient(apiKey: "none", transport: .constant(answer))
        let photograph = PlantNetImage(bytes: [0xFF, 0xD8, 0xFF, 0xE0], type: .jpeg)
        let reply = try await client.identify([photograph])
        print(reply.value.results.first?.species.scientificNameWithoutAuthor ?? "nothing")
    }
}
