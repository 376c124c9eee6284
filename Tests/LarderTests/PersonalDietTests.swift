import Support
import Testing

@testable import Larder

@Suite("Diets of people", .tags(.small))
struct PersonalDietTests {
    private func diet(
        _ allergens: Set<Allergen> = [], _ preferences: Set<Diet.Preference> = [], traces: TraceRule = .careful
    )
        -> Diet
    {
        var diet = Diet()
        diet.allergens = allergens
        diet.preferences = preferences
        diet.traces = traces
        return diet
    }

    @Test("The text of the setting is read and written the same way")
    func text() throws {
        let text = "Mia: milk, nuts, traces refuse; Ben Two: vegan, without coriander, without celery leaf; Old: "
        let people = try #require(PersonalDiet.list(text))
        #expect(people.map(\.name) == ["Mia", "Ben Two", "Old"])
        #expect(people[0].diet == diet([.milk, .nuts], traces: .refuse))
        #expect(people[1].diet.preferences == [.vegan] && people[1].diet.words == ["coriander", "celery leaf"])
        #expect(people[2].diet.isEmpty)
        #expect(PersonalDiet.text(people) == text)
        #expect(PersonalDiet.list(PersonalDiet.text(people)) == people)
        #expect(
            PersonalDiet.list("\n Mia :NUTS ,, Traces  refuse\n\n") == PersonalDiet.list("Mia: nuts, traces refuse"))
        #expect(PersonalDiet.list("") == [])
    }

    @Test(
        "A text with an unknown part, a name that is there twice, or too many people is refused",
        arguments: [
            "Mia", "Mia: tasty", ": nuts", "Mia: nuts; mia: milk", "Mia: traces always", "Mia: without a",
            "\(String(repeating: "m", count: 41)): nuts", "M\u{7}a: nuts",
            (0...PersonalDiet.limit).map { "P\($0): nuts" }.joined(separator: ";"),
        ])
    func refused(text: String) { #expect(PersonalDiet.list(text) == nil) }

    @Test("The diet of everyone counts for each person too, and the stricter rule for traces")
    func joined() throws {
        let mia = try #require(PersonalDiet(name: "Mia", diet: diet([.nuts], traces: .refuse)))
        let all = mia.joined(with: diet([.milk], [.vegetarian], traces: .accept))
        #expect(all == diet([.nuts, .milk], [.vegetarian], traces: .refuse))
        // The rule of a diet without allergens says nothing.
        #expect(mia.joined(with: diet([], traces: .careful)).traces == .refuse)
        let ben = try #require(PersonalDiet(name: "Ben", diet: diet([], [.vegan], traces: .accept)))
        #expect(ben.joined(with: diet([.milk], traces: .careful)).traces == .careful)
    }

    @Test("The stricter rule for traces counts too if a side avoids single ingredients only")
    func joinedWords() throws {
        var words = diet([], traces: .refuse)
        words.words = ["sesame oil"]
        let mia = try #require(PersonalDiet(name: "Mia", diet: words))
        #expect(mia.joined(with: diet([.milk], traces: .accept)).traces == .refuse)
        let ben = try #require(PersonalDiet(name: "Ben", diet: diet([.milk], traces: .accept)))
        #expect(ben.joined(with: words).traces == .refuse)
    }

    @Test("A person has a verdict only if there is something that the person does not eat")
    func reports() throws {
        var product = Product(code: "4000000000006")
        product.allergens = .stated(["en:nuts"])
        let people = try #require(PersonalDiet.list("Mia: nuts; Old: "))
        let alone = HouseholdDiet(everyone: Diet(), people: people)
        #expect(alone.report(of: product) == nil)
        #expect(alone.personalReports(of: product).map(\.name) == ["Mia"])
        let both = HouseholdDiet(everyone: diet([.milk]), people: people)
        #expect(both.report(of: product) != nil)
        #expect(both.personalReports(of: product).map(\.name) == ["Mia", "Old"])
    }
}
