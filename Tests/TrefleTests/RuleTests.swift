import Foundation
import HTTPTransport
import HTTPTypes
import Support
import Testing
import Trefle

/// A parameter that the service would silently ignore or misunderstand must not be sent.
@Suite("Requests that Trefle would ignore or misunderstand", .tags(.small))
struct RuleTests {
    let service = Service(200, #"{"data": []}"#)

    private func expect(
        _ rule: TrefleError.Rule?, at location: SourceLocation = #_sourceLocation,
        _ call: () async throws -> some Sendable
    ) async {
        let before = service.asked.count
        let error = await failure(call)
        #expect(error?.rule == rule, sourceLocation: location)
        #expect(error?.code == (rule == nil ? nil : .invalidRequest), sourceLocation: location)
        #expect((service.asked.count == before) == (rule != nil), sourceLocation: location)
    }

    @Test(
        "An id that is not one path segment is refused",
        arguments: [
            ("rosa-canina", true), ("122263", true), ("planta-×-hybrida", true), ("", false), (".", false),
            ("..", false),
            ("a/b", false), ("a\\b", false), ("a?b", false), ("a#b", false), ("a%2Fb", false), ("a b", false),
            ("a\nb", false), (String(repeating: "a", count: 301), false),
        ])
    func id(text: String, fits: Bool) async {
        let rule: TrefleError.Rule? = fits ? nil : .id
        let id = TrefleID(text)
        await expect(rule) { try await service.client.plants(ofGenus: id) }
        await expect(rule) { try await service.client.species(inZone: id) }
        if !fits {
            await expect(rule) { try await service.client.species(id) }
            await expect(rule) { try await service.client.plant(id, ifChangedSince: .init()) }
            await expect(rule) { try await service.client.taxon(.family, id) }
            await expect(rule) { try await service.client.zone(id) }
            await expect(rule) { try await service.client.report(species: id, notes: "x") }
        }
    }

    @Test("Pages and limits below 1 and empty texts are refused")
    func numbers() async {
        await expect(.page) { try await service.client.plants(page: 0) }
        await expect(.page) { try await service.client.searchSpecies("a", page: -1) }
        await expect(.limit) { try await service.client.searchPlants("a", limit: 0) }
        await expect(.text) { try await service.client.searchPlants("") }
        await expect(.text) { try await service.client.searchSpecies(" \n") }
        await expect(.text) { try await service.client.searchSpecies(String(repeating: "a", count: 501)) }
        await expect(nil) { try await service.client.searchPlants("a", page: 1, limit: 1) }
    }

    @Test(
        "A field is accepted only in a list that supports it",
        arguments: [
            (TrefleField.vegetable, true, true, false, true), (.toxicity, false, true, true, true),
            (.light, false, true, true, true), (.groundHumidity, false, true, true, true),
            (.bloomMonths, true, false, false, false), (.edible, true, false, false, true),
            (.updatedAt, false, false, false, true), (.imageURL, false, true, false, false),
            (.tdwgCode, false, false, false, false), (TrefleField(rawValue: "brand_new"), true, true, true, true),
        ])
    func fields(field: TrefleField, filter: Bool, filterNot: Bool, range: Bool, order: Bool) async {
        let client = service.client
        await expect(filter ? nil : .field) { try await client.plants(where: .init(filter: [field: ["1"]])) }
        await expect(filterNot ? nil : .field) { try await client.species(where: .init(filterNot: [field: [nil]])) }
        await expect(range ? nil : .field) { try await client.plants(where: .init(range: [field: .init(from: 1)])) }
        await expect(order ? nil : .field) { try await client.searchPlants("a", where: .init(order: [.init(field)])) }
    }

    @Test("Each list accepts its own fields")
    func otherLists() async {
        let client = service.client
        let byName = TrefleSelection(filter: [.slug: ["x"]], order: [.init(.name)])
        await expect(nil) { try await client.taxa(.family, where: byName) }
        await expect(nil) { try await client.taxa(.genus, where: .init(filter: [.familyID: ["1"]])) }
        await expect(nil) { try await client.genera(ofFamily: "x", where: byName) }
        await expect(.field) { try await client.taxa(.family, where: .init(filter: [.familyID: ["1"]])) }
        await expect(.field) { try await client.taxa(.kingdom, where: byName) }
        await expect(nil) { try await client.zones(where: .init(filter: [.tdwgLevel: ["1"]])) }
        await expect(nil) { try await client.zones(where: .init(range: [.speciesCount: .init(from: 1)])) }
        await expect(.field) { try await client.zones(where: .init(filter: [.light: ["1"]])) }
        await expect(nil) { try await client.corrections(where: .init(filter: [.changeStatus: ["pending"]])) }
        await expect(.field) { try await client.ownCorrections(where: .init(filter: [.vegetable: ["true"]])) }
    }

    @Test("Values with a comma and empty ranges are refused")
    func values() async {
        let client = service.client
        for values in [[], [""], ["a", ""], ["Tree, Shrub"]] {
            await expect(.value) { try await client.plants(where: .init(filter: [.growthHabit: values])) }
            await expect(.value) { try await client.plants(where: .init(filterNot: [.growthHabit: values])) }
        }
        for range in [FieldRange(), .init(from: 3, below: 3), .init(from: 4, below: 3)] {
            await expect(.range) { try await client.plants(where: .init(range: [.light: range])) }
        }
        await expect(nil) { try await client.plants(where: .init(range: [.light: .init(from: 3, below: 4)])) }
    }

    @Test("A correction requires its species, values and source")
    func corrections() async {
        let client = service.client
        for draft in [
            CorrectionDraft(scientificName: " ", fields: ["rank": .text("var")]),
            CorrectionDraft(scientificName: "Planta ficta", fields: [:]),
            CorrectionDraft(scientificName: "Planta ficta", fields: ["rank": .text("var")], origin: .external),
            CorrectionDraft(scientificName: "Planta ficta", fields: ["year": .number(.nan)]),
        ] {
            await expect(.correction) { try await client.correct(draft, ofSpecies: "planta-ficta") }
        }
    }

    @Test(
        "A client token requires the address of a web page",
        arguments: [
            ("https://garden.test", true), ("file:///etc", false), ("garden.test", false), ("https:///x", false),
        ])
    func origins(address: String, fits: Bool) async throws {
        let service = Service(200, try invented("claim.json"))
        let origin = try #require(URL(string: address))
        let error = await failure { try await service.client.claim(origin: origin) }
        #expect(error?.rule == (fits ? nil : .origin))
        #expect(service.asked.isEmpty == !fits)
    }
}
