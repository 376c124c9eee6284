import HTTPTransport
import HTTPTypes
import PlantNet
import Synchronization

/// A fake service: returns one response and records the requests.
final class Service: Sendable {
    static let key = "2b10SECRETkey"

    private let requests = Mutex<[HTTPTransport.Request]>([])
    private let reply: @Sendable () async throws -> HTTPTransport.Response

    init(_ status: Int = 200, _ body: String = "{}", fields: HTTPFields = [:]) {
        reply = { .init(head: .init(status: .init(code: status), headerFields: fields), body: [UInt8](body.utf8)) }
    }

    init(throwing error: any Error) {
        reply = { throw error }
    }

    /// A service that never responds, and throws this error when it is cancelled.
    init(silentUntilCancelled error: any Error) {
        reply = {
            let (stream, end) = AsyncStream<Void>.makeStream()
            for await _ in stream {}
            end.finish()
            throw error
        }
    }

    var asked: [HTTPTransport.Request] { requests.withLock { $0 } }

    var transport: HTTPTransport {
        HTTPTransport { request in
            self.requests.withLock { $0.append(request) }
            return try await self.reply()
        }
    }

    var client: PlantNetClient { PlantNetClient(apiKey: Self.key, transport: transport) }
}

/// The two header fields as in the documentation.
let rateLimitFields: HTTPFields = {
    var fields = HTTPFields()
    for (name, value) in [
        ("RateLimit-Policy", #""dailyQuota";q=500;w=86400;pk=:cGs=:"#), ("RateLimit", #""dailyQuota";r=41;t=3600"#),
    ] {
        if let name = HTTPField.Name(name) { fields[name] = value }
    }
    return fields
}()

let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]
let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2]

func leaf(_ organ: Organ? = nil) -> PlantNetImage { PlantNetImage(bytes: jpeg, type: .jpeg, organ: organ) }

/// The error of a call; nil if it succeeds.
func failure<Value>(_ call: () async throws -> Value) async -> PlantNetError? {
    do {
        _ = try await call()
        return nil
    } catch {
        return error as? PlantNetError
    }
}

/// An invented response that contains every key.
let invented = """
    {"query": {"project": "all", "images": ["x1"], "organs": ["leaf"], "includeRelatedImages": true, "noReject": false,
               "type": "kt"},
     "predictedOrgans": [{"image": "x1", "filename": "image-1.jpg", "organ": "flower", "score": 0.75}],
     "language": "la", "preferedReferential": "k-nowhere", "switchToProject": "k-somewhere",
     "bestMatch": "Planta ficta Author",
     "results": [
       {"score": 0.5, "species": {
          "scientificNameWithoutAuthor": "Planta ficta", "scientificNameAuthorship": "Author",
          "scientificName": "Planta ficta Author",
          "genus": {"scientificNameWithoutAuthor": "Planta", "scientificNameAuthorship": "", "scientificName": "Planta"},
          "family": {"scientificNameWithoutAuthor": "Plantaceae", "scientificNameAuthorship": "",
                     "scientificName": "Plantaceae"},
          "commonNames": ["made-up plant", "none such"]},
        "images": [{"organ": "fruit", "author": "Nobody", "license": "cc-by-sa",
                    "date": {"timestamp": 1700000000123, "string": "once"},
                    "url": {"o": "https://images.test/o", "m": "https://images.test/m", "s": "https://images.test/s"},
                    "citation": "Nobody / nowhere"}],
        "gbif": {"id": "123"}, "powo": {"id": "45-6"}, "iucn": {"id": "789", "category": "LC"}},
       {"score": 0.25, "species": {"scientificNameWithoutAuthor": "Planta altera"}}],
     "version": "2026-01-01 (9.9)", "remainingIdentificationRequests": 77}
    """
