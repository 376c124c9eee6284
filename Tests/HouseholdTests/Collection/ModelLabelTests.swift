import Contracts
import Household
import Recognition
import Support
import Testing

@Suite("Labels of a model", .tags(.small))
struct ModelLabelTests {
    private let rose = ModelLabel(
        index: 17,
        taxon: Taxon(scientificName: "Rosa canina", commonNames: ["Dog rose", "Églantier"], family: "Rosaceae"))

    @Test(
        "A label is found by a part of a name or family, or by its index, ignoring case and accents",
        arguments: ["", " ", "rosa", "CANINA", "dog  rose", "eglant", "rosac", "17", " 17 "])
    func found(text: String) { #expect(rose.isFound(by: text)) }

    @Test("Another text finds nothing", arguments: ["viola", "1", "170", "rosa alba", "dogrose"])
    func notFound(text: String) { #expect(!rose.isFound(by: text)) }

    @Test("The labels of the model in use are sorted by name; without a model there is an error")
    func household() throws {
        let viola = ModelLabel(index: 3, taxon: Taxon(scientificName: "Viola odorata"))
        let about = Recogniser.constant(Sample().answer()).about
        let labels = [viola, rose]
        let household = Household.drawn(
            recogniser: Recogniser(
                about: about, recognise: Recogniser.unimplemented.recognise, labels: { labels }))
        #expect(try household.identifications.modelLabels() == [rose, viola])
        #expect(try household.identifications.modelLabels(foundBy: "3") == [viola])
        #expect(throws: HouseholdError.self) {
            try Household.drawn(recogniser: .unimplemented).identifications.modelLabels()
        }
    }
}
