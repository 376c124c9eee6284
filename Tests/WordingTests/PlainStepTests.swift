import Directions
import Support
import Testing
import Wording

@Suite("Plain directions of several steps", .tags(.small))
struct PlainStepTests {
    private func said(_ sig: String) -> String { PlainDirections(DirectionsReader.read(sig)).directionsText }

    @Test("A step keeps the verb of the first step")
    func verbs() {
        #expect(said("2 tablets today then 1 daily") == "Take 2 tablets. Then take 1 tablet once a day.")
        #expect(said("take 2 tablets daily for 3 days then 1 daily").hasSuffix("Then take 1 tablet once a day."))
        #expect(said("2 puffs bid for 3 days then 1 daily").hasSuffix("Then use 1 puff once a day."))
    }

    @Test("A step without a dose does not ask for one")
    func rest() {
        let text = said("1 tablet daily for 21 days then 7 days off")
        #expect(text == "Take 1 tablet once a day for 21 days. Then for 7 days, follow the label.")
    }

    @Test("“With or without food” is quoted completely")
    func quotation() {
        let plain = PlainDirections(DirectionsReader.read("1 tablet daily with or without food"))
        #expect(plain.text.contains("“with or without food”"))
    }
}
