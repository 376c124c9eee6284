import Contracts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Larder
import Logging
import NIOCore
import SQLRecords
import Support
import Testing

@testable import Web

/// A browser without JavaScript at the larder's pages. The clock is set to 15 January 2027.
struct LarderVisit: Sendable {
    let client: any TestClientProtocol
    static let page: HTTPFields = [.accept: "text/html", .contentType: "application/x-www-form-urlencoded"]

    static func to(
        _ household: Household, _ body: @escaping @Sendable (LarderVisit) async throws -> Void
    ) async throws {
        let server = try WebServer(
            household, settings: .init(version: "test"), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await Application(router: server.router()).test(.router) { try await body(LarderVisit(client: $0)) }
    }

    func get(_ uri: String) async throws -> TestResponse {
        try await client.execute(uri: uri, method: .get, headers: Self.page)
    }

    func html(_ uri: String, status: HTTPResponse.Status = .ok) async throws -> String {
        let response = try await get(uri)
        #expect(response.status == status, "\(uri)")
        return try clean(response, uri)
    }

    /// Checks what holds for every page: a strict CSP, no unresolved template tag, no foreign markup.
    func clean(_ response: TestResponse, _ uri: String = "") throws -> String {
        let html = String(buffer: response.body)
        for words in [" style=", "{{", "<script>", "onerror=", "Optional("] {
            #expect(!html.contains(words), "\(words) in \(uri)")
        }
        return html
    }

    func send(_ uri: String, _ form: String = "") async throws -> TestResponse {
        try await client.execute(uri: uri, method: .post, headers: Self.page, body: ByteBuffer(string: form))
    }

    /// Sends the form for a number; `code` is escaped.
    func look(_ code: String) async throws -> TestResponse { try await send("/larder/look", "code=\(code)") }

    /// Sends a form with a file.
    func scan(_ picture: String) async throws -> TestResponse {
        let body =
            "--x\r\nContent-Disposition: form-data; name=\"image\"; filename=\"p.jpg\"\r\n\r\nphoto \(picture)\r\n--x--\r\n"
        return try await client.execute(
            uri: "/larder/scan", method: .post,
            headers: [.accept: "text/html", .contentType: "multipart/form-data; boundary=x"],
            body: ByteBuffer(string: body))
    }
}

@Suite("Pages of the larder", .tags(.medium))
struct LarderPagesTests {
    private let product = "/larder/products/\(LarderSample.code)"

    @Test("An empty larder is explained, and its pages load the larder's module and no other page does")
    func empty() async throws {
        try await LarderVisit.to(FoodHouse().household()) { visit in
            let larder = try await visit.html("/larder")
            for words in [
                "Photograph the barcode", "Photograph a barcode", "capture=\"environment\"", "Open Database License",
            ] {
                #expect(larder.contains(words), "\(words)")
            }
            #expect(!larder.contains("Recently looked up") && larder.contains("/larder.js\""))
            #expect(!(try await visit.html("/plants")).contains("/larder.js"))
            #expect(try await visit.html("/photograph").contains("href=\"/larder\">Scan a food package"))
            #expect(try await visit.html("/settings").contains("href=\"/larder/diet\""))
            #expect(try await visit.html("/about").contains("Robotoff"))
        }
    }

    @Test("A code that two readers agree on is looked up at once and added to the larder")
    func agreed() async throws {
        let house = FoodHouse()
        try await LarderVisit.to(house.household()) { visit in
            let found = try await visit.scan("\(LarderSample.code)+")
            #expect(found.status == .seeOther && found.headers[.location] == product)
            _ = try await visit.html(product)
            #expect(house.asked == [LarderSample.code])
            let larder = try await visit.html("/larder")
            for words in [
                "Spread &lt;script&gt;", "Good &quot;Larder&quot;", "400 g", "Looked up just now", "front.jpg",
            ] {
                #expect(larder.contains(words), "\(words)")
            }
            #expect(try await visit.send("\(product)/remove").headers[.location] == "/larder?note=removed")
            #expect(!(try await visit.html("/larder?note=removed")).contains("Spread"))
            // Removing is idempotent.
            #expect(try await visit.send("\(product)/remove").status == .seeOther)
        }
    }

    @Test("A code that is not certain is looked up only after a person confirms it")
    func asking() async throws {
        let house = FoodHouse()
        try await LarderVisit.to(house.household()) { visit in
            let unsure = try await visit.scan(LarderSample.code)
            #expect(unsure.status == .ok)
            let page = try visit.clean(unsure)
            #expect(page.contains("Is this the number below the barcode?") && page.contains("EAN-13, not sure"))
            #expect(page.contains("name=\"code\" value=\"\(LarderSample.code)\""))
            let two = try visit.clean(try await visit.scan("\(LarderSample.code)+ 5010477348678+"))
            #expect(two.contains("Which number is it?") && two.contains("value=\"5010477348678\""))
            let none = try visit.clean(try await visit.scan("of a cat"))
            #expect(none.contains("No barcode could be read") && none.contains("name=\"code\""))
            #expect(house.asked.isEmpty)
            // A browser that reloads the address of the form is redirected to the larder.
            #expect(try await visit.get("/larder/scan").headers[.location] == "/larder")
        }
    }

    @Test("A typed number or a link of a packet is accepted, and an invalid number is refused at its field")
    func typed() async throws {
        let house = FoodHouse()
        try await LarderVisit.to(house.household()) { visit in
            let wrong = try await visit.look("3560070169444")
            #expect(wrong.status == .unprocessableContent)
            let page = try visit.clean(wrong)
            #expect(page.contains("aria-invalid=\"true\"") && page.contains("value=\"3560070169444\""))
            #expect(page.contains("The last digit should be 3"))
            #expect(try await visit.look("%3Cb%3E").status == .unprocessableContent)
            #expect(try await visit.send("/larder/look").status == .unprocessableContent)
            #expect(house.asked.isEmpty)
            let link = "https%3A%2F%2Fid.gs1.org%2F01%2F0\(LarderSample.code)%2F10%2FL%2677%3F17%3D270301"
            let found = try await visit.look(link)
            #expect(found.status == .seeOther && found.headers[.location]?.hasPrefix(product) == true)
            let sheet = try await visit.html(product)
            #expect(sheet.contains("Use by 1 March 2027, in 45 days"))
            #expect(try await visit.html("/larder").contains("Use by 1 March 2027"))
        }
    }
}

extension LarderPagesTests {
    @Test("A bookmarked look-up address shows a form with the number and looks up nothing")
    func bookmarked() async throws {
        let house = FoodHouse()
        try await LarderVisit.to(house.household()) { visit in
            for code in [LarderSample.code, "3560070169444", "%3Cb%3E"] {
                let page = try await visit.html("/larder/look?code=\(code)")
                #expect(page.contains("<form class=\"look\" method=\"post\" action=\"/larder/look\">"))
                #expect(page.contains("value=\"\(code == "%3Cb%3E" ? "&lt;b&gt;" : code)\"") && !page.contains("<b>"))
                #expect(!page.contains("aria-invalid=\"true\"") && page.contains(">Look up</button>"))
            }
            #expect(try await visit.html("/larder/look").contains("name=\"code\""))
            #expect(house.asked.isEmpty)
            #expect(!(try await visit.html("/larder")).contains("Recently looked up"))
        }
    }

    @Test("The page of an unknown number has a button that looks it up and makes no call itself")
    func unasked() async throws {
        let house = FoodHouse(questions: [try LarderSample.question(1)])
        try await LarderVisit.to(house.household()) { visit in
            let page = try await visit.html(product)
            #expect(page.contains("Not looked up yet") && page.contains("Look up product</button>"))
            #expect(page.contains("method=\"post\" action=\"\(product)/refresh\""))
            #expect(house.asked.isEmpty && house.queries.isEmpty)
            #expect(try await visit.send("\(product)/refresh").headers[.location] == "\(product)?note=fresh")
            #expect(try await visit.html(product).contains("data-question"))
            #expect(house.asked == [LarderSample.code] && house.queries.map(\.code) == [LarderSample.code])
        }
    }

    @Test("The page of a product distinguishes unknown, none and zero, and escapes all foreign text")
    func sheet() async throws {
        let house = FoodHouse(questions: [try LarderSample.question(1), try LarderSample.question(2, "Vegan")])
        try await LarderVisit.to(house.household()) { visit in
            _ = try await visit.look(LarderSample.code)
            _ = try await visit.look(LarderSample.bare)
            let sheet = try await visit.html(product)
            for words in [
                "Spread &lt;script&gt;alert(1)", "&lt;b&gt;milk&lt;/b&gt;", "Milk",
                "This has not been entered. That does not mean “none”.",
                "26 points", "Products of this kind have no score.", "There is not enough information", "539 kcal",
                "0 g", "not known</span>",
                "Organic", "May contain traces of", "CC BY-SA", "Database Contents License",
                "world.openfoodfacts.org/product/\(LarderSample.code)", "/api/products/\(LarderSample.code)/raw",
                "href=\"#questions\">2 questions about it", "1 more", "&lt;i&gt;label&lt;/i&gt;",
                "picture.jpg?whole=true",
                "reference.jpg", "name=\"choice\" value=\"skip\"", "type=edit&amp;code=",
            ] {
                #expect(sheet.contains(words), "\(words)")
            }
            // Only the first question is visible; the others are in templates for browsers with JavaScript.
            #expect(sheet.components(separatedBy: "<template data-next>").count == 2)
            #expect(sheet.contains("Enter what you do not eat"))
            let bare = try await visit.html("/larder/products/\(LarderSample.bare)")
            #expect(bare.contains(LarderSample.bare) && !bare.contains("None of the allergens"))
            #expect(!bare.contains("CC BY-SA") && bare.contains("Add the table"))
            // Other forms of a number are redirected to the one address.
            #expect(
                try await visit.get("/larder/products/0\(LarderSample.code)").headers[.location]?.hasPrefix(product)
                    == true)
            #expect(try await visit.get("/larder/products/nonsense").status == .unprocessableContent)
        }
    }

    @Test("The page of a product begins with the diet answer, and names the missing data if there is none")
    func verdict() async throws {
        try await LarderVisit.to(FoodHouse().household()) { visit in
            _ = try await visit.send(
                "/larder/diet",
                "allergen.milk=true&diet.ingredients=coriander&larder.language=en&larder.country=world"
                    + "&larder.questions=true")
            _ = try await visit.look(LarderSample.code)
            _ = try await visit.look(LarderSample.bare)
            let no = try await visit.html(product)
            #expect(no.contains("can-eat no") && no.contains("No: "))
            let open = try await visit.html("/larder/products/\(LarderSample.bare)")
            #expect(open.contains("can-eat cannot-tell") && open.contains("Cannot tell: "))
            #expect(open.contains("at Open Food Facts</a>") && !open.contains("can-eat yes"))
        }
    }
}

extension LarderPagesTests {
    @Test("A product that is not in the database and a failed look-up each have their own explanation")
    func missing() async throws {
        let house = FoodHouse()
        try await LarderVisit.to(house.household()) { visit in
            let found = try await visit.look(LarderSample.absent)
            let absent = try await visit.html(try #require(found.headers[.location]))
            #expect(
                absent.contains("This product is not in Open Food Facts yet")
                    && absent.contains("type=add&amp;code=\(LarderSample.absent)"))
            #expect(!(try await visit.html("/larder")).contains(LarderSample.absent))
            house.goDown()
            let unknown = try await visit.look(LarderSample.code)
            #expect(unknown.status == .ok)
            let page = try visit.clean(unknown)
            #expect(
                page.contains("Open Food Facts could not be asked")
                    && page.contains("The product is saved in the larder"))
            #expect(page.contains("asked to be left alone") && page.contains("in 45 seconds"))
            #expect(try await visit.html("/larder").contains("Not looked up yet"))
        }
    }

    @Test("A product can be refreshed, and after a failure its cached data is shown with its age")
    func refresh() async throws {
        let house = FoodHouse()
        try await LarderVisit.to(house.household()) { visit in
            _ = try await visit.look(LarderSample.code)
            let again = try await visit.send("\(product)/refresh")
            #expect(again.headers[.location] == "\(product)?note=fresh" && house.asked.count == 2)
            #expect(try await visit.html("\(product)?note=fresh").contains("The information was updated just now."))
            house.goDown()
            let down = try await visit.send("\(product)/refresh")
            #expect(down.status == .ok)
            let page = try visit.clean(down)
            #expect(page.contains("in 45 seconds") && page.contains("This information is from just now."))
            #expect(!page.contains("&quot;until&quot;"), "why it could not be asked stands on the page once, in words")
            #expect(page.contains("539 kcal"))
            #expect(try await visit.get("\(product)/refresh").headers[.location] == product)
        }
    }

    @Test("Data older than a day is shown with its age and a refresh button, and no service is called")
    func old() async throws {
        let (house, clock) = (FoodHouse(), SetClock(Sample().time(30)))
        try await LarderVisit.to(house.household(environment: .at { clock.now })) { visit in
            _ = try await visit.look(LarderSample.code)
            clock.pass(86_399)
            #expect(!(try await visit.html(product)).contains("This information is from"))
            clock.pass(2 * 86_400)
            let old = try await visit.html(product)
            #expect(old.contains("This information is from 2 days ago. It may have changed since then."))
            #expect(old.components(separatedBy: "method=\"post\" action=\"\(product)/refresh\"").count == 3)
            #expect(house.asked.count == 1)
            _ = try await visit.send("\(product)/refresh")
            #expect(!(try await visit.html(product)).contains("This information is from"))
            #expect(house.asked.count == 2)
        }
    }

    @Test("After a restart, pages omit the pictures that are not cached")
    func withoutPictures() async throws {
        let (question, pictures, records) = (try LarderSample.question(1), MemoryPictures(), SQLRecords.inMemory())
        let house = FoodHouse(questions: [question], pictures: pictures)
        try await LarderVisit.to(house.household(records: records)) { visit in
            _ = try await visit.look(LarderSample.code)
            let sheet = try await visit.html(product)
            for name in ["picture.jpg\"", "picture.jpg?whole=true", "reference.jpg", "front.jpg"] {
                #expect(sheet.contains(name), "\(name)")
            }
            #expect(!sheet.contains("pictures/nutrition.jpg"), "it could not be fetched")
        }
        let after = FoodHouse(questions: [question]).household(records: records)
        try await LarderVisit.to(after) { visit in
            let sheet = try await visit.html(product)
            #expect(sheet.contains("data-question") && !sheet.contains(".jpg"))
            // The cropped picture and no other one.
            _ = try await after.larder.picture(of: question.id)
            let part = try await visit.html(product)
            #expect(part.contains("src=\"/larder/questions/\(question.id)/picture.jpg\""))
            #expect(!part.contains("whole=true") && !part.contains("reference.jpg"))
        }
    }
}

extension LarderPagesTests {
    @Test("The page explains the number of a case, an in-store number and an ambiguous number")
    func remarks() async throws {
        try await LarderVisit.to(FoodHouse().household()) { visit in
            let box = try await visit.html("/larder/products/30712345000010")
            #expect(box.contains("the number of a case") && box.contains("href=\"/larder/products/0712345000019\""))
            #expect(try await visit.html("/larder/products/2041813002834").contains("number of one shop"))
            let typed = BarcodeReading("04963406")
            let found = try await visit.look("04963406")
            let address = try #require(found.headers[.location])
            #expect(address.contains("?read=04963406") == (typed.sentence != nil))
            if let other = typed.alternatives.first {
                #expect(try await visit.html(address).contains("href=\"/larder/products/\(other.gtin)\""))
            }
        }
    }

    @Test("Pictures are served from this server's own addresses, and missing ones are not found")
    func pictures() async throws {
        let question = try LarderSample.question(1)
        try await LarderVisit.to(FoodHouse(questions: [question]).household()) { visit in
            let places = ["\(product)/pictures/front.jpg", "/larder/questions/\(question.id)/picture.jpg"]
            for address in places { #expect(try await visit.get(address).status == .notFound, "\(address)") }
            _ = try await visit.look(LarderSample.code)
            for address in [
                "\(product)/pictures/front.jpg", "/larder/questions/\(question.id)/picture.jpg",
                "/larder/questions/\(question.id)/picture.jpg?whole=true",
                "/larder/questions/\(question.id)/reference.jpg",
            ] {
                let picture = try await visit.get(address)
                #expect(picture.status == .ok && picture.headers[.contentType] == "image/jpeg", "\(address)")
                #expect(picture.headers[.cacheControl] == "private, max-age=86400")
            }
            for address in [
                "\(product)/pictures/nutrition.jpg", "\(product)/pictures/packaging.jpg",
                "\(product)/pictures/back.jpg",
                "\(product)/pictures/front.png", "/larder/products/\(LarderSample.bare)/pictures/front.jpg",
                "/larder/questions/f00d0000-0000-4000-8000-000000000009/picture.jpg",
            ] {
                #expect(try await visit.get(address).status == .notFound, "\(address)")
            }
        }
    }

    @Test("The latest calls and a raw response are shown as text")
    func calls() async throws {
        try await LarderVisit.to(FoodHouse().household()) { visit in
            let calls = try await visit.html("/larder/calls")
            #expect(
                calls.contains("food.test/api?&lt;x&gt;") && calls.contains("12 ms")
                    && calls.contains("/larder/calls/7"))
            let call = try await visit.html("/larder/calls/7")
            #expect(call.contains("&lt;b&gt;\u{FFFD}") && call.contains("/api/food/calls/7"))
            #expect(try await visit.get("/larder/calls/8").status == .notFound)
            #expect(try await visit.get("/larder/calls/x").status == .notFound)
        }
    }
}
