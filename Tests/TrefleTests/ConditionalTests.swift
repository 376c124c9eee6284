import Foundation
import HTTPTransport
import HTTPTypes
import Support
import Testing
import Trefle

@Suite("Conditional requests to Trefle", .tags(.small))
struct ConditionalTests {
    private let fields = headers([
        ("ETag", "W/\"abc\""), ("Last-Modified", "Thu, 04 Mar 2021 05:06:07 GMT"),
        ("Cache-Control", "max-age=604800, private"),
    ])
    private let kept = Validators(etag: "W/\"abc\"", lastModified: "Thu, 04 Mar 2021 05:06:07 GMT")

    @Test("A response contains its validators and how long it may be cached")
    func validators() async throws {
        let service = Service(200, try invented("species-full.json"), fields: fields)
        let reply = try await service.client.species("planta-ficta")
        #expect(reply.validators == kept)
        #expect(reply.maxAge == .seconds(604_800))
        let again = try JSONDecoder().decode(Validators.self, from: JSONEncoder().encode(reply.validators))
        #expect(again == kept)
        let silent = try await Service(200, try invented("species-full.json")).client.species("planta-ficta")
        #expect(silent.validators.isEmpty)
        #expect(silent.maxAge == nil)
    }

    @Test("Validators are sent, and 304 means that the cached record is valid")
    func notModified() async throws {
        let later = headers([("Cache-Control", "private, MAX-AGE=60"), ("RateLimit-Remaining", "7")])
        let service = Service(304, "", fields: later)
        let fetched = try await service.client.species("planta-ficta", ifChangedSince: kept)
        #expect(fetched == .notModified(MinuteAllowance(remaining: 7), maxAge: .seconds(60)))
        #expect(fetched.reply == nil)
        let head = try #require(service.asked.first?.head)
        #expect(head.headerFields[.ifNoneMatch] == kept.etag)
        #expect(head.headerFields[.ifModifiedSince] == kept.lastModified)
    }

    @Test("A changed record is returned completely, for every type of record")
    func changed() async throws {
        func client(_ name: String) throws -> TrefleClient { Service(200, try invented(name), fields: fields).client }
        let species = try await client("species-full.json").species("a", ifChangedSince: kept)
        #expect(species.reply?.value.slug == "planta-ficta")
        #expect(species.reply?.meta.imagesCount == 7)
        #expect(species.reply?.validators == kept)
        #expect(try await client("plant.json").plant("a", ifChangedSince: kept).reply?.value.id == 800_001)
        #expect(try await client("genus.json").taxon(.genus, "a", ifChangedSince: kept).reply?.value.slug == "planta")
        #expect(try await client("zone.json").zone("a", ifChangedSince: kept).reply?.value.slug == "now")
        #expect(try await client("correction.json").correction(12, ifChangedSince: kept).reply?.value.id == 12)
    }

    @Test("Without validators the request is unconditional, and a 304 is unreadable")
    func nothingKept() async throws {
        let service = Service(200, try invented("species-full.json"))
        let fetched = try await service.client.species("planta-ficta", ifChangedSince: .init())
        #expect(fetched.reply != nil)
        #expect(service.asked.first?.head.headerFields[.ifNoneMatch] == nil)
        let odd = Service(304, "").client
        #expect(await failure { try await odd.species("a", ifChangedSince: .init()) }?.code == .unreadable)
        #expect(await failure { try await odd.species("a") }?.status == 304)
        #expect(await failure { try await odd.species("a", ifChangedSince: .init(etag: "x")) } == nil)
    }

    @Test("A failure of a conditional request is thrown")
    func errors() async {
        let service = Service(404, #"{"error": true, "message": "can't find record: \"a\""}"#)
        #expect(await failure { try await service.client.plant("a", ifChangedSince: kept) }?.code == .notFound)
    }
}
