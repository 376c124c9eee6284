import Plants
import Recognition
import Support
import Testing

@Suite("The gallery of the household's plants", .tags(.small))
struct PlantGalleryTests {
    private func entry(_ plant: String, _ photograph: String, _ vector: [Float]) throws -> PlantGallery.Entry {
        PlantGallery.Entry(
            plant: try #require(Plant.ID(plant)), photograph: try #require(Photograph.ID(photograph)), vector: vector)
    }

    private func gallery() throws -> PlantGallery {
        PlantGallery([
            try entry("basil", "1", [1, 0, 0]), try entry("basil", "2", [0, 1, 0]),
            try entry("fern", "3", [0, 0, 1]), try entry("aloe", "4", [0.6, 0, 0.8]),
        ])
    }

    @Test("A plant is as similar as its nearest photograph, and the most similar plants come first")
    func nearest() throws {
        let matches = try gallery().matches(of: [[0, 0, 1]], from: 0.5)
        #expect(matches.map(\.plant.rawValue) == ["fern", "aloe"])
        #expect(matches.map(\.similarity) == [1, Double(Float(0.8))])
    }

    @Test("Several new photographs must all be similar")
    func several() throws {
        let matches = try gallery().matches(of: [[1, 0, 0], [0, 1, 0]], from: 0.9)
        #expect(matches.map(\.plant.rawValue) == ["basil"])
        #expect(try gallery().matches(of: [[1, 0, 0], [0, 0, 1]], from: 0.9).isEmpty)
    }

    @Test("There is no match below the threshold, without vectors, or with vectors of another length")
    func none() throws {
        #expect(try gallery().matches(of: [[-1, 0, 0]], from: 0.5).isEmpty)
        #expect(try gallery().matches(of: [], from: -1).isEmpty)
        #expect(try gallery().matches(of: [[]], from: -1).isEmpty)
        #expect(try gallery().matches(of: [[1, 0]], from: -1).isEmpty)
        #expect(PlantGallery([]).matches(of: [[1, 0, 0]], from: -1).isEmpty)
    }

    @Test("At most the wanted number of plants is returned, and equal ones are sorted by their id")
    func limit() throws {
        let equal = PlantGallery(try ["c", "a", "d", "b"].map { try entry($0, $0, [1, 0]) })
        #expect(equal.matches(of: [[1, 0]], from: 0, limit: 3).map(\.plant.rawValue) == ["a", "b", "c"])
    }
}
