import Calendar
import Contracts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Larder
import NIOCore
import Recognition
import Support
import Testing

@testable import Web

/// The day of the household's clock is 15 January 2027.
@Suite("Pages of the stock and the shopping list", .tags(.medium))
struct StockPagesTests {
    private static let form =
        "name=Milk&amount=1%2C5&unit=l&place=fridge&own-place=&date-kind=use-by&date=2027-01-17&lot=A7"

    private func id(in response: TestResponse) throws -> String {
        let address = try #require(response.headers[.location])
        return String(try #require(address.firstMatch(of: /item=([A-Za-z0-9_-]+)/)?.1))
    }

    @Test("An item that a form adds is listed with its amount, place and date, and filtered by its place")
    func added() async throws {
        try await LarderVisit.to(FoodHouse().household()) { visit in
            let empty = try await visit.html("/larder/stock")
            #expect(empty.contains("Add to the stock") && empty.contains("<details class=\"folded\" open>"))
            let added = try await visit.send("/larder/stock", Self.form)
            #expect(added.status == .seeOther)
            let page = try await visit.html(try #require(added.headers[.location]))
            for words in [
                "Milk is in stock.", "1.5 l · Fridge", "Use by 17 January 2027, in 2 days", "This week", "1 item",
            ] { #expect(page.contains(words), "\(words)") }
            _ = try await visit.send("/larder/stock", "name=Salt&own-place=Garage")
            let fridge = try await visit.html("/larder/stock?place=fridge")
            #expect(fridge.contains("Milk") && !fridge.contains("Salt"))
            let garage = try await visit.html("/larder/stock?place=Garage")
            #expect(garage.contains("Salt") && garage.contains("Without a date"))
        }
    }

    @Test("A refused form shows the reason and what was typed")
    func refused() async throws {
        try await LarderVisit.to(FoodHouse().household()) { visit in
            let answer = try await visit.send("/larder/stock", "name=Milk%3C&amount=many&unit=l")
            #expect(answer.status == .unprocessableContent)
            let page = try visit.clean(answer)
            #expect(page.contains("The amount must be a number above 0") && page.contains("value=\"Milk&lt;\""))
            let added = try await visit.send("/larder/stock", "name=Milk")
            let item = try id(in: added)
            let changed = try await visit.send("/larder/stock/\(item)", "name=Milk&date=2027-02-30&date-kind=use-by")
            #expect(changed.status == .unprocessableContent)
            #expect(try visit.clean(changed).contains("The date must be a day"))
            #expect(try await visit.get("/larder/stock/unknown").status == .notFound)
        }
    }

    @Test("Used up can be undone, and leads to the shopping list")
    func usedUp() async throws {
        try await LarderVisit.to(FoodHouse().household()) { visit in
            let item = try id(in: try await visit.send("/larder/stock", Self.form))
            let opened = try await visit.send("/larder/stock/\(item)/opened", "place=")
            #expect(try await visit.html(try #require(opened.headers[.location])).contains("opened 15 Jan"))
            let used = try await visit.send("/larder/stock/\(item)/used-up", "place=")
            let page = try await visit.html(try #require(used.headers[.location]))
            #expect(page.contains("Milk is used up.") && page.contains("/larder/stock/\(item)/put-back"))
            #expect(!page.contains("/larder/stock/\(item)/used-up"))
            let bought = try await visit.send("/larder/stock/\(item)/buy")
            #expect(try await visit.html(try #require(bought.headers[.location])).contains("Milk"))
            let back = try await visit.send("/larder/stock/\(item)/put-back")
            #expect(
                try await visit.html(try #require(back.headers[.location])).contains("/larder/stock/\(item)/used-up"))
            for _ in 1...2 { #expect(try await visit.send("/larder/stock/\(item)/remove").status == .seeOther) }
        }
    }

    @Test("Food whose date is over says what that means for its kind of date")
    func over() async throws {
        try await LarderVisit.to(FoodHouse().household()) { visit in
            _ = try await visit.send("/larder/stock", "name=Ham&date-kind=use-by&date=2027-01-14")
            _ = try await visit.send("/larder/stock", "name=Rice&date-kind=best-before&date=2027-01-14")
            let page = try await visit.html("/larder/stock")
            #expect(page.contains("Use by 14 January 2027, yesterday. Do not eat it."))
            #expect(page.contains("It may still be good: look, smell and taste."))
        }
    }
}

extension StockPagesTests {
    @Test("Today shows the items to use soon, and no section without them")
    func today() async throws {
        try await LarderVisit.to(FoodHouse().household()) { visit in
            #expect(!(try await visit.html("/")).contains("Use soon"))
            _ = try await visit.send("/larder/stock", "name=Rice&date-kind=best-before&date=2027-01-18")
            _ = try await visit.send("/larder/stock", "name=Beans&date-kind=best-before&date=2027-01-19")
            let page = try await visit.html("/")
            #expect(page.contains("Use soon") && page.contains("Rice") && page.contains("Best before: in 3 days"))
            #expect(!page.contains("Beans"))
            #expect(try await visit.html("/larder").contains("1 to use soon"))
        }
    }

    @Test("The page of a product proposes what its code says")
    func proposal() async throws {
        try await LarderVisit.to(FoodHouse().household()) { visit in
            _ = try await visit.look("(01)03560070169443(15)270131(10)L1(11)260101")
            let page = try await visit.html("/larder/products/\(LarderSample.code)")
            for words in [
                "The barcode says: best before 31 January 2027, produced on 1 January 2026.",
                "value=\"2027-01-31\"", "value=\"L1\"", "Put into the stock",
            ] { #expect(page.contains(words), "\(words)") }
            #expect(!(try await visit.html("/larder/stock")).contains("Used up"))
        }
    }

    @Test("A verdict is short, and names what does not fit")
    func verdict() async throws {
        let household = FoodHouse().household()
        try await household.settings.choose([.dietAllergens: "milk,nuts"])
        try await LarderVisit.to(household) { visit in
            _ = try await visit.look(LarderSample.code)
            _ = try await visit.send("/larder/stock", "code=\(LarderSample.code)&name=Spread")
            #expect(try await visit.html("/larder/stock").contains("Does not fit: "))
        }
    }

    @Test("A line of the shopping list is added, ticked and removed")
    func shopping() async throws {
        try await LarderVisit.to(FoodHouse().household()) { visit in
            #expect(try await visit.html("/larder/shopping").contains("The list is empty."))
            _ = try await visit.send("/larder/shopping", "text=Red+lentils")
            let page = try await visit.html("/larder/shopping")
            let tick = String(try #require(page.firstMatch(of: /\/larder\/shopping\/[A-Za-z0-9_-]+\/tick/)?.0))
            #expect(page.contains("Red lentils") && page.contains("aria-pressed=\"false\""))
            _ = try await visit.send(tick)
            #expect(try await visit.html("/larder/shopping").contains("aria-pressed=\"true\""))
            _ = try await visit.send("/larder/shopping/clear")
            #expect(!(try await visit.html("/larder/shopping")).contains("Red lentils"))
            #expect(try await visit.send("/larder/shopping", "text=+").status == .unprocessableContent)
        }
    }

    // MARK: API

    private func json(
        _ visit: LarderVisit, _ method: HTTPRequest.Method, _ uri: String, _ body: String = "", key: String? = nil
    ) async throws -> (status: HTTPResponse.Status, text: String) {
        var headers: HTTPFields = [.accept: "application/json", .contentType: "application/json"]
        if let name = HTTPField.Name("Idempotency-Key") { headers[name] = key.map { "\"\($0)\"" } }
        let response = try await visit.client.execute(
            uri: uri, method: method, headers: headers, body: ByteBuffer(string: body))
        return (response.status, String(buffer: response.body))
    }
}

extension StockPagesTests {
    @Test("The API adds an item once for each key, changes it and removes it")
    func api() async throws {
        try await LarderVisit.to(FoodHouse().household()) { visit in
            let body =
                #"{"name":"Milk","amount":1,"unit":"l","place":"fridge","date":"2027-01-17","dateKind":"use-by"}"#
            let first = try await json(visit, .post, "/api/stock", body, key: "k1")
            let again = try await json(visit, .post, "/api/stock", body, key: "k1")
            #expect(first.status == .created && first.text == again.text)
            let item = try JSONDecoder.iso.decode(StockItem.self, from: Data(first.text.utf8))
            let changed = try await json(visit, .patch, "/api/stock/\(item.id)", #"{"amount":0,"lot":"A7"}"#)
            #expect(changed.text.contains(#""lot":"A7""#) && !changed.text.contains("amount"))
            #expect(changed.text.contains(#""day":"2027-01-17""#))
            let list = try await json(visit, .get, "/api/stock?place=fridge")
            #expect(list.text.contains(#""section":"this-week""#))
            #expect(try await json(visit, .post, "/api/stock", #"{"name":""}"#).status == .unprocessableContent)
            let used = try await json(visit, .post, "/api/stock/\(item.id)/used-up")
            #expect(used.text.contains("usedUpAt"))
            #expect(try await json(visit, .get, "/api/stock").text == #"{"items":[]}"#)
            #expect(try await json(visit, .post, "/api/stock/\(item.id)/buy").text.contains("Milk"))
            #expect(try await json(visit, .delete, "/api/stock/\(item.id)").status == .noContent)
            #expect(try await json(visit, .delete, "/api/stock/\(item.id)").status == .notFound)
        }
    }

    private struct StockItem: Decodable {
        let id: String
    }

    // MARK: Models

    @Test("Kilocalories are calculated and marked if only kilojoules are known")
    func kilocalories() throws {
        var product = Product(code: LarderSample.code)
        product.nutrients = [.init(name: "energy-kj", per100: 2252, perServing: nil, unit: "kJ")]
        let rows = FoodNutrition(product).context.nutrients.filter { $0.name == "Energy" }
        #expect(rows.map(\.per100) == ["2252 kJ", "538 kcal (calculated)"])
        product.nutrients.append(.init(name: "energy-kcal", per100: 539, perServing: nil, unit: "kcal"))
        #expect(FoodNutrition(product).context.nutrients.compactMap(\.per100) == ["2252 kJ", "539 kcal"])
    }

    @Test("Both answers of a question look alike")
    func answersLookAlike() throws {
        let template = try String(
            contentsOfFile: Fixture.root + "/Sources/Web/Templates/Larder/food-question.mustache", encoding: .utf8)
        let buttons = template.matches(of: /<button class="([^"]*)"[^>]*value="(yes|no)"/).map { String($0.1) }
        #expect(buttons == ["button", "button"])
    }
}

extension JSONDecoder {
    fileprivate static var iso: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}
