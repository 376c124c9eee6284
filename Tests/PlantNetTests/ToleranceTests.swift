import Foundation
import HTTPTransport
import PlantNet
import Support
import Testing

@Suite("Tolerance for changed responses of Pl@ntNet", .tags(.small))
struct ToleranceTests {
    private func decode(_ value: JSONValue) throws -> Identification {
        try JSONDecoder().decode(Identification.self, from: JSONEncoder().encode(value))
    }

    private func whole() throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(invented.utf8))
    }

    @Test("Every member of a Pl@ntNet response is decoded")
    func all() throws {
        let value = try decode(whole())
        #expect(value.query?.project == "all")
        #expect(value.query?.images == ["x1"])
        #expect(value.query?.organs == [.leaf])
        #expect(value.query?.includeRelatedImages == true)
        #expect(value.query?.noReject == false)
        #expect(value.query?.type == .kt)
        #expect(value.predictedOrgans.first?.organ == .flower)
        #expect(value.predictedOrgans.first?.score == 0.75)
        #expect(value.predictedOrgans.first?.filename == "image-1.jpg")
        #expect(value.predictedOrgans.first?.image == "x1")
        #expect(value.language == "la")
        #expect(value.preferedReferential == "k-nowhere")
        #expect(value.switchToProject == "k-somewhere")
        #expect(value.bestMatch == "Planta ficta Author")
        #expect(value.version == "2026-01-01 (9.9)")
        #expect(value.remainingIdentificationRequests == 77)
        let first = try #require(value.results.first)
        #expect(first.score == 0.5)
        #expect(first.species.scientificName == "Planta ficta Author")
        #expect(first.species.scientificNameAuthorship == "Author")
        #expect(first.species.genus?.scientificName == "Planta")
        #expect(first.species.genus?.scientificNameAuthorship == "")
        #expect(first.species.family?.scientificNameWithoutAuthor == "Plantaceae")
        #expect(first.species.commonNames == ["made-up plant", "none such"])
        #expect(first.gbif?.id == "123")
        #expect(first.powo?.id == "45-6")
        #expect(first.iucn?.id == "789")
        #expect(first.iucn?.category == "LC")
        let image = try #require(first.images.first)
        #expect(image.organ == .fruit && image.author == "Nobody" && image.license == "cc-by-sa")
        #expect(image.date?.timestamp == 1_700_000_000_123)
        #expect(image.date?.string == "once")
        #expect(image.url?.o == "https://images.test/o")
        #expect(image.url?.m == "https://images.test/m")
        #expect(image.url?.s == "https://images.test/s")
        #expect(image.citation == "Nobody / nowhere")
        #expect(value.unreadableResults == 0)
    }

    @Test("Dropping, nulling or changing the type of any key leaves a Pl@ntNet response readable")
    func mutations() throws {
        let whole = try whole()
        let places = whole.places
        #expect(places.count > 50)
        let others: [JSONValue?] = [nil, .null, .flag(true), .number(-7.5), .text("odd"), .list([.null]), .object([:])]
        for place in places {
            let isNeeded =
                place.first == "results"
                && (place.count == 2 || place.count == 3 && ["score", "species"].contains(place[2])
                    || place.count == 4 && place[3] == "scientificNameWithoutAuthor")
            for other in others where place != ["results"] {
                let value = try decode(whole.with(other, at: place[...]))
                #expect(
                    value.results.count == 2 || isNeeded && value.results.count == 1,
                    "\(place) → \(String(describing: other))")
            }
        }
    }

    @Test("An empty list of results is valid, and a value that is not a list is an error")
    func results() throws {
        let whole = try whole()
        #expect(try decode(whole.with(nil, at: ["results"])).results.isEmpty)
        #expect(try decode(whole.with(.null, at: ["results"])).results.isEmpty)
        #expect(try decode(whole.with(.list([]), at: ["results"])).results.isEmpty)
        for other in [JSONValue.flag(true), .number(1), .text("odd"), .list([.null]), .object([:])] {
            #expect(throws: DecodingError.self) { try decode(whole.with(other, at: ["results"])) }
        }
    }

    @Test("Unknown keys do no harm in any Pl@ntNet response")
    func unknown() throws {
        let plain = try decode(whole())
        #expect(try decode(whole().withUnknownKeys) == plain)
    }

    @Test("Numbers may be texts and texts may be numbers in a Pl@ntNet response")
    func lenient() throws {
        let body = #"""
            {"results": [{"score": "0.75", "species": {"scientificNameWithoutAuthor": "A b", "commonNames": [1, "x"]},
              "gbif": {"id": 2878688}, "powo": "1-2", "iucn": null,
              "images": [{"date": {"timestamp": "5"}}, null, 4, {"date": {"timestamp": 1.5}}]},
             {"score": 93.5, "species": {"scientificNameWithoutAuthor": "C d"}, "gbif": {"id": null}, "powo": {}},
             {"score": null, "species": {"scientificNameWithoutAuthor": "E f"}},
             {"score": "NaN", "species": {"scientificNameWithoutAuthor": "G h"}}, null, "x"],
             "remainingIdentificationRequests": "12"}
            """#
        let value = try JSONDecoder().decode(Identification.self, from: Data(body.utf8))
        #expect(value.results.map(\.score) == [0.75, 93.5], "as sent, even percents")
        #expect(value.unreadableResults == 4)
        #expect(value.results[0].gbif?.id == "2878688")
        #expect(value.results[0].powo?.id == "1-2")
        #expect(value.results[0].species.commonNames == ["1", "x"])
        #expect(value.results[0].images.map(\.date?.timestamp) == [5, nil])
        #expect(value.results[1].gbif?.id == nil)
        #expect(value.remainingIdentificationRequests == 12)
    }

    @Test("A decoded Pl@ntNet response can be encoded and decoded again")
    func roundTrip() throws {
        let value = try decode(whole())
        #expect(try JSONDecoder().decode(Identification.self, from: JSONEncoder().encode(value)) == value)
    }
}
