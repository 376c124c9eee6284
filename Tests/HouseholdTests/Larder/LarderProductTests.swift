import Contracts
import Foundation
import Household
import Larder
import Recognition
import Support
import Testing

@Suite("Products, diets and product pictures", .tags(.small))
struct LarderProductTests {
    let house: LarderHouse
    var household: Household { house.household }
    var grocer: Grocer { house.grocer }
    let spread = LarderHouse.spread

    init() throws {
        house = try LarderHouse()
        house.grocer.stock(house.sample.product(name: "Spread"))
    }

    private func refusal(_ body: () async throws -> Void) async -> HouseholdError.Code? {
        await #expect(throws: HouseholdError.self) { try await body() }?.code
    }

    // MARK: Numbers

    @Test("Lot and expiry date of a GS1 code stay with the packet until another packet has its own")
    func elements() async throws {
        let view = try await household.larder.lookUp("(01)04006381333931(17)271231(10)LOT7")
        #expect(view.code == spread && view.product?.name == "Spread")
        #expect(view.item?.expiry == "2027-12-31" && view.item?.lot == "LOT7")
        let plain = try await household.larder.lookUp(spread).item
        #expect(plain?.expiry == "2027-12-31" && plain?.lot == "LOT7")
        let other = try await household.larder.lookUp("https://example.com/01/04006381333931/10/L8").item
        #expect(other?.expiry == nil && other?.lot == "L8", "both are of the new packet")
        let kept = try await household.larder.lookUp("(01)04006381333931(15)280229").item
        #expect(kept?.expiry == "2028-02-29" && kept?.lot == nil, "best before, where no expiry is told")
        let long = String(repeating: "X", count: 20)
        #expect(try await household.larder.lookUp("(01)04006381333931(10)\(long)").item?.lot == long)
        #expect(grocer.reads.count == 1)
    }

    @Test(
        "A number is looked up in the form that Open Food Facts uses",
        arguments: [
            ("04963406", "0049000006346"), ("4 006381-333931", "4006381333931"), ("96385074", "96385074"),
            ("036000291452", "0036000291452"), ("14006381333938", "14006381333938"),
            ("00000096385074", "96385074"),
        ])
    func numbers(text: String, code: String) async throws {
        grocer.stock(Product(code: code))
        #expect(try await household.larder.lookUp(text).code == code)
        #expect(grocer.asks == [.product(code, language: "en", country: "world")])
        #expect(try await household.larder.contents().map(\.item.code) == [code])
    }

    @Test("The numbers of cases and the in-store numbers of shops are recognised as such")
    func sorts() async throws {
        let view = try await household.larder.lookUp("14006381333938")
        #expect(view.reading.caseOf?.description == spread && view.isAbsent)
        let shop = try #require(house.codes(1, from: 201_234_567_890).first)
        #expect(try await household.larder.lookUp(shop).reading.isInStore)
    }

    @Test(
        "A text that is not a product number is refused without a call",
        arguments: ["4006381333932", "", "abc", "123", "(17)271231"])
    func refused(text: String) async throws {
        #expect(await refusal { _ = try await household.larder.lookUp(text) } == .barcodeRefused)
        #expect(await refusal { _ = try await household.larder.product(text) } == .barcodeRefused)
        #expect(grocer.asks.isEmpty)
        #expect(try await household.larder.contents().isEmpty)
    }

    // MARK: Language and diet

    @Test("In another language a product is looked up again, and the larder shows the available language")
    func language() async throws {
        _ = try await household.larder.lookUp(spread)
        try await household.settings.choose([.larderLanguage: "de", .larderCountry: "gb"])
        #expect(try await household.larder.contents().first?.remembered?.language == "en")
        #expect(try await household.larder.lookUp(spread).remembered?.language == "de")
        #expect(grocer.asks.last == .product(spread, language: "de", country: "uk"))
        #expect(try await household.larder.contents().first?.remembered?.language == "de")
        try await household.settings.choose([.larderLanguage: "en"])
        _ = try await household.larder.lookUp(spread)
        #expect(grocer.reads.count == 2, "both are remembered")
    }
}

extension LarderProductTests {
    @Test("The diet answer is given only if a person has diet preferences and the product is known")
    func diet() async throws {
        var food = house.sample.product()
        food.sort = .food
        grocer.stock(food)
        #expect(try await household.larder.lookUp(spread).diet == nil)
        try await household.settings.choose([.dietAllergens: "milk"])
        #expect(try await household.larder.lookUp(spread).diet?.answer == .no)
        try await household.settings.choose([.dietAllergens: "", .dietPreferences: "vegetarian"])
        #expect(try await household.larder.lookUp(spread).diet?.answer == .cannotTell)
        #expect(try await household.larder.lookUp(LarderHouse.sweets).diet == nil)
        house.clock.pass(90_000)
        house.cable.pull()
        #expect(try await household.larder.lookUp(spread).diet?.answer == .cannotTell, "also of what is remembered")
    }

    @Test("A product that an earlier release stored without all texts is looked up again")
    func earlierTexts() async throws {
        let old = house.sample.remembered(Product(code: spread))
        try await house.records.remember(
            RememberedProduct(
                code: spread, language: "en", product: old.product, raw: old.raw, fetchedAt: house.clock.now))
        #expect(try await household.larder.lookUp(spread).product?.name == "Spread")
        #expect(grocer.reads.count == 1)
        _ = try await household.larder.lookUp(spread)
        #expect(grocer.reads.count == 1)
    }

    @Test(
        "A trace rule of an earlier release is read, and its default false counts as not chosen",
        arguments: [("true", TraceRule.refuse), ("false", .careful), ("accept", .accept)])
    func earlierTraces(kept: String, rule: TraceRule) async throws {
        try await house.records.choose(["diet.traces": kept])
        #expect(try await household.settings.home().diet.traces == rule)
        #expect(try await household.settings.home().text(of: .dietTraces) == rule.rawValue)
    }

    // MARK: Pictures

    @Test("A product picture is fetched once, processed and cached")
    func picture() async throws {
        let (address, bytes) = ("https://pictures.test/1.jpg", Array("photo of a spread".utf8))
        _ = try await household.larder.lookUp(spread)
        grocer.forgetAsks()
        grocer.draw(bytes, at: address)
        #expect(try await household.larder.picture(.front, of: spread) == bytes + [1])
        #expect(grocer.asks == [.picture(address, nil)])
        #expect(house.shelf.names.count == 1)
        house.cable.pull()
        #expect(try await house.another().larder.picture(.front, of: spread) == bytes + [1])
        #expect(grocer.asks.count == 1)
        #expect(await refusal { _ = try await household.larder.picture(.packaging, of: spread) } == .serviceOffline)
        #expect(try await household.larder.picture(.nutrition, of: spread) == nil)
        #expect(try await household.larder.picture(.front, of: LarderHouse.sweets) == nil)
        #expect(grocer.asks.count == 1)
    }

    @Test("A missing or invalid picture throws an error and is not cached")
    func badPicture() async throws {
        _ = try await household.larder.lookUp(spread)
        #expect(await refusal { _ = try await household.larder.picture(.front, of: spread) } == .notFound)
        grocer.draw(Array("<svg onload=…>".utf8), at: "https://pictures.test/1.jpg")
        #expect(await refusal { _ = try await household.larder.picture(.front, of: spread) } == .photographRefused)
        #expect(house.shelf.names.isEmpty)
        grocer.draw(Array("photo".utf8), at: "https://pictures.test/1.jpg")
        #expect(try await household.larder.picture(.front, of: spread)?.isEmpty == false)
    }
}
