import Foundation
import HTTPTransport
import Support
import Testing
import Trefle

@Suite("Tolerance for changed responses of Trefle", .tags(.small))
struct ToleranceTests {
    private static let others: [JSONValue?] = [
        nil, .null, .flag(true), .number(-7.5), .text("odd"), .list([.null]), .list([.number(1)]), .object([:]),
    ]

    private func record(_ name: String) throws -> JSONValue {
        let answer = try JSONDecoder().decode(JSONValue.self, from: Data(try invented(name).utf8))
        return try #require(answer["data"])
    }

    private func decode<Value: Decodable>(_ value: JSONValue, as type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: JSONEncoder().encode(value))
    }

    /// The members of an encoded value, without one of them.
    private func members(_ value: some Encodable, without name: String? = nil) throws -> NSDictionary {
        let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value))
        let members = try #require(json as? [String: Any])
        return NSDictionary(dictionary: members.filter { $0.key != name })
    }

    /// Breaks each member of a record in every way; an optional member may be lost, but no other one.
    private func breakEverything<Value: Codable>(
        _ whole: JSONValue, as type: Value.Type, needed: Set<String>, atLeast count: Int
    ) throws {
        let intact = try decode(whole, as: type)
        let places = whole.places
        #expect(places.count > count)
        var rests: [String: NSDictionary] = [:]
        for place in places {
            let rest = try rests[place[0]] ?? members(intact, without: place[0])
            rests[place[0]] = rest
            for other in Self.others {
                if let broken = try? decode(whole.with(other, at: place[...]), as: type) {
                    let isAlone = try members(broken, without: place[0]) == rest
                    #expect(isAlone, "\(place) → \(String(describing: other)) broke what is beside it")
                } else {
                    let isNeeded = place.count == 1 && needed.contains(place[0])
                    #expect(isNeeded, "\(place) → \(String(describing: other)) broke the whole")
                }
            }
        }
    }

    @Test("Only its number and its name make a species unreadable, and a broken member affects no other")
    func species() throws {
        try breakEverything(
            record("species-full.json"), as: Species.self, needed: ["id", "scientific_name"], atLeast: 150)
    }

    @Test("Only required members make a plant unreadable, and a broken member affects no other")
    func plant() throws {
        // The main species is broken in the test above.
        let species = JSONValue.object(["id": .number(900_001), "scientific_name": .text("Planta ficta")])
        let plant = try record("plant.json").with(species, at: ["main_species"])
        try breakEverything(plant, as: Plant.self, needed: ["id", "scientific_name"], atLeast: 150)
    }

    @Test("Only its number makes a group, a zone or a correction unreadable")
    func others() throws {
        try breakEverything(record("genus.json"), as: Taxon.self, needed: ["id"], atLeast: 10)
        try breakEverything(record("zone.json"), as: Zone.self, needed: ["id"], atLeast: 30)
        try breakEverything(record("correction.json"), as: Correction.self, needed: ["id"], atLeast: 15)
    }

    @Test("A broken element costs a page one element, and a page without a list is an error")
    func pages() async throws {
        let answer = try JSONDecoder().decode(JSONValue.self, from: Data(try invented("plants-1.json").utf8))
        for place in answer.places {
            for other in Self.others {
                let broken = answer.with(other, at: place[...])
                let page = try? decode(broken, as: TreflePage<SpeciesSummary>.self)
                guard let page else {
                    #expect(place == ["data"], "\(place) → \(String(describing: other))")
                    continue
                }
                #expect(page.items.count == 2 || place.first == "data" && page.items.count == 1)
            }
        }
    }

    @Test("Unknown keys do no harm in any response of Trefle")
    func unknownKeys() throws {
        for name in ["species-full.json", "species-bare.json"] {
            let whole = try record(name)
            let species = try decode(whole, as: Species.self)
            let strange = try decode(whole.withUnknownKeys, as: Species.self)
            #expect(strange.growth == species.growth && strange.specifications == species.specifications)
            #expect(strange.images.filter { $0.key.rawValue != "zzz" } == species.images)
            #expect(strange.synonyms == species.synonyms && strange.sources == species.sources)
        }
        let plant = try record("plant.json")
        #expect(try decode(plant.withUnknownKeys, as: Plant.self).genus?.slug == "planta")
    }
}

extension ToleranceTests {
    @Test("Unknown values of open sets are kept, and unknown months are left out")
    func unknownWords() throws {
        let body = #"""
            {"id": "7", "scientific_name": "A b", "rank": "cultivar", "duration": ["eternal", null, "annual"],
             "edible": "TRUE", "year": "1801", "images": {"seed": [{"image_url": "x"}, {}], "leaf": null},
             "specifications": {"toxicity": "deadly", "growth_habit": " Tree ,, Shrub,", "average_height": {"cm": "10.5"}},
             "growth": {"growth_months": ["mar", "brumaire", null, "apr"], "bloom_months": "may", "light": "7",
                        "soil_texture": "argile", "planting_days_to_harvest": 40.5, "soil_humidity": 5.0},
             "synonyms": ["Planta vetus", {"name": "B c"}, null, {"id": 1}], "distribution": {"lost": ["X", 1, null]}}
            """#
        let species = try JSONDecoder().decode(Species.self, from: Data(body.utf8))
        #expect(species.id == 7 && species.year == 1801 && species.edible == true)
        #expect(species.rank?.rawValue == "cultivar")
        #expect(species.duration?.map(\.rawValue) == ["eternal", "annual"])
        #expect(species.images == [PlantPart(rawValue: "seed"): species.images[PlantPart(rawValue: "seed")] ?? []])
        #expect(species.images[PlantPart(rawValue: "seed")]?.count == 1)
        #expect(species.specifications?.toxicity?.description == "deadly")
        #expect(species.specifications?.growthHabits == ["Tree", "Shrub"])
        #expect(species.specifications?.averageHeight?.cm == 10.5)
        #expect(species.growth?.growthMonths == [.march, .april])
        #expect(species.growth?.bloomMonths == nil)
        #expect(species.growth?.light == 7 && species.growth?.soilHumidity == 5)
        #expect(species.growth?.soilTexture == nil && species.growth?.daysToHarvest == 40.5)
        #expect(species.synonyms.map(\.name) == ["Planta vetus", "B c"])
        #expect(species.distribution == [Establishment(rawValue: "lost"): ["X", "1"]])
    }

    @Test("A decoded species can be encoded and decoded again", arguments: ["species-full.json", "species-bare.json"])
    func roundTrip(name: String) throws {
        let species = try decode(try record(name), as: Species.self)
        #expect(try JSONDecoder().decode(Species.self, from: JSONEncoder().encode(species)) == species)
    }

    @Test("Decoded plants, groups, zones, corrections and list elements can be encoded and decoded again")
    func otherRoundTrips() throws {
        func again<Value: Codable & Equatable>(_ name: String, _ type: Value.Type) throws -> Bool {
            let value = try decode(try record(name), as: type)
            return try JSONDecoder().decode(type, from: JSONEncoder().encode(value)) == value
        }
        #expect(try again("plant.json", Plant.self))
        #expect(try again("genus.json", Taxon.self))
        #expect(try again("families.json", [Taxon].self))
        #expect(try again("zone.json", Zone.self))
        #expect(try again("zones.json", [Zone].self))
        #expect(try again("corrections.json", [Correction].self))
        #expect(try again("plants-1.json", [SpeciesSummary].self))
        #expect(try again("facts.json", [SpeciesFact].self))
    }
}
