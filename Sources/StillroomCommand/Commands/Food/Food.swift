import ArgumentParser
import Documents
import Foundation
import HTTPTransport
import Household
import Larder
import Messages

/// The commands for packaged food.
struct Food: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: localized("Look up products, and answer questions of Open Food Facts."),
        discussion: Discussion.examples(
            """
            stillroom food product 3017620422003
            stillroom food product packet.jpg --json
            stillroom food questions 3017620422003
            stillroom food answer 3cd5aecd-edcc-4237-87d0-6595fc4e53c9 yes
            stillroom food game --country fr --kinds label
            stillroom food gtin 04963406 --jsonl
            stillroom food scan photographs/ --jsonl
            stillroom food check answer.json --avoid nuts,milk
            """,
            localized(
                """
                Data: Open Food Facts (https://world.openfoodfacts.org), Open Database License 1.0.
                """)),
        subcommands: [
            FoodProduct.self, FoodQuestions.self, FoodAnswer.self, FoodUndo.self, FoodVotes.self, FoodGame.self,
            FoodLarder.self, FoodGTIN.self, FoodScan.self, FoodCheck.self, FoodInsights.self, FoodPredict.self,
            FoodLogos.self, FoodRobotoff.self, FoodLogin.self, FoodLogout.self,
        ])

    static func household(_ common: CommonOptions) async throws -> Household {
        let settings = try await common.settings()
        return try await Compose.household(settings, withModel: false, logger: Compose.logger(settings))
    }

    /// Returns the number that a person gave: typed, or in a photograph. Throws `CommandFailure` if the photograph has
    /// no number that is certain.
    static func text(_ argument: String, _ household: Household) async throws -> String {
        let reading = BarcodeReading(argument)
        if reading.isValid { return argument }
        guard argument == "-" || FileManager.default.fileExists(atPath: argument) else {
            throw CommandFailure(
                .badData, reading.sentence ?? localized("This is not a product number."),
                hint: localized("Give a number or a photograph."))
        }
        let scan = try await household.larder.scan(try Photographs.read(argument))
        guard let first = scan.codes.first else {
            throw CommandFailure(
                .nothingAboveThreshold, localized("No barcode could be read in \(argument, "file")."),
                hint: localized("Go closer, use good light, or type the number."))
        }
        guard first.isAgreed else {
            throw CommandFailure(
                .nothingAboveThreshold, localized("It may be \(first.lookUpText, "number"), but that is not sure."),
                hint: localized("Compare it with the digits below the barcode, and then enter the number."))
        }
        let others = scan.codes.dropFirst().filter { $0.isAgreed && $0.reading.gtin != first.reading.gtin }
        guard others.isEmpty else {
            let numbers = ([first] + others).compactMap { $0.reading.gtin?.description }.joined(separator: ", ")
            throw CommandFailure(
                .badData, localized("There are several products in \(argument, "file"): \(numbers, "numbers")."),
                hint: localized("Give the number of one of them."))
        }
        return first.lookUpText
    }

    static var credit: String {
        localized(
            """
            Data: Open Food Facts (https://world.openfoodfacts.org), Open Database License 1.0; pictures CC BY-SA 3.0.
            """)
    }
}

struct FoodProduct: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "product", abstract: localized("Show a product, by its number or a photo of its barcode."))

    @Argument(help: ArgumentHelp(localized("A number, a GS1 code, a Digital Link, or a photograph.")))
    var product: String

    @OptionGroup var output: DocumentOptions

    @Flag(help: ArgumentHelp(localized("The original answer of Open Food Facts.")))
    var raw = false

    @Flag(help: ArgumentHelp(localized("Ask, even if an answer of today is saved.")))
    var fresh = false

    @OptionGroup var common: AnywhereOptions

    func run() async throws {
        try await reporting {
            if let house = try await common.elsewhere() { return try await show(house) }
            let household = try await Food.household(common.here)
            let view = try await household.larder.lookUp(try await Food.text(product, household), isFresh: fresh)
            guard let remembered = view.remembered else {
                throw CommandFailure(
                    view.problem.map(CommandFailure.status) ?? .unavailable,
                    view.remark ?? localized("Open Food Facts was not asked."))
            }
            if let remark = view.remark {
                Terminal.error("stillroom: " + localized("\(remark, "remark") This is a saved answer."))
            }
            if raw {
                Terminal.print(String(decoding: remembered.raw, as: UTF8.self))
            } else if output.json {
                try output.print(ProductDocument(view))
            } else {
                ProductSheet(view).print()
            }
            if view.isAbsent {
                throw CommandFailure(
                    .nothingAboveThreshold, localized("Open Food Facts has no product \(view.code, "number")."),
                    hint: localized("You can add it at \(FoodCredit.page(of: view.code), "address")."))
            }
        }
    }
}

/// Prints a product on a terminal.
struct ProductSheet {
    private let view: ProductView

    init(_ view: ProductView) { self.view = view }

    func print() {
        guard let product = view.product else { return }
        Terminal.print([product.title, product.brands, product.quantity].compactMap(\.self).joined(separator: " · "))
        line(Self.number, view.code)
        line("", view.reading.sentence)
        line(localized("a case of"), view.reading.caseOf?.description)
        line(Self.expiry, view.item?.expiry)
        line(localized("lot"), view.item?.lot)
        if let diet = view.diet {
            line(Self.diet, diet.sentence)
            for finding in diet.findings { line("", finding.line) }
        }
        for person in view.people {
            line(Self.diet(of: person.name), person.report.sentence)
            for finding in person.report.findings { line("", finding.line) }
        }
        line("Nutri-Score", Self.words(product.nutriScore))
        line("NOVA", product.novaGroup.map { "\($0)" } ?? Self.notKnown)
        line("Green-Score", Self.words(product.greenScore))
        line(localized("allergens"), Self.words(product.allergens))
        line(localized("traces"), Self.words(product.traces))
        line(Self.ingredients, product.ingredientsText ?? Self.notKnown)
        for nutrient in product.nutrients {
            guard let value = nutrient.per100 else { continue }
            let amount = value.formatted(.number.precision(.fractionLength(0...3)))
            let unit = nutrient.unit ?? ""
            line(nutrient.name, localized("\(amount, "amount") \(unit, "unit") per 100"))
        }
        line(
            localized("labels", context: "of a product"),
            product.labels.map { TagWords.words($0) }.joined(separator: ", "))
        guard !view.reading.isDemonstration else {
            return line(
                localized("source", context: "of a product"),
                localized("an example, with facts that were invented for Stillroom"))
        }
        line(
            localized("asked", context: "when the service was asked"),
            view.remembered.map { $0.fetchedAt.formatted(.iso8601) })
        line(localized("more", context: "a web page"), FoodCredit.page(of: view.code))
        Terminal.error(Food.credit)
    }

    private func line(_ name: String, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        Terminal.print(Self.row(name, value))
    }

    /// Returns the name in a column, and the value behind it.
    static func row(_ name: String, _ value: String) -> String {
        "\(name)\(String(repeating: " ", count: max(1, 15 - name.count)))\(value)"
    }

    static var number: String { localized("number", context: "of a product") }
    static var expiry: String { localized("expiry") }
    static var diet: String { localized("can I eat it") }
    static func diet(of person: String) -> String {
        localized("can \(Terminal.harmless(person), "person") eat it")
    }
    static var ingredients: String { localized("ingredients") }
    static var notKnown: String { localized("not known") }

    private static func words(_ score: Product.Score?) -> String {
        switch score {
        case .grade(let letter, _)?: letter == "a-plus" ? "A+" : letter.uppercased()
        case .notApplicable?: localized("not for such products")
        case .unknown?, nil: notKnown
        }
    }

    private static func words(_ statement: Product.Statement) -> String {
        switch statement {
        case .notKnown: notKnown
        case .noneStated: localized("none stated")
        case .stated(let tags): tags.map { TagWords.words($0) }.joined(separator: ", ")
        }
    }
}

struct FoodLarder: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "larder", abstract: localized("List the products that were looked up, latest first."))

    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp(localized("Remove a product, with all saved data."), valueName: "code"))
    var remove: String?

    @OptionGroup var common: AnywhereOptions

    private static let columns = ["code", "name", "expiry"]
    private static var notLookedUp: String { localized("not looked up yet") }

    private static func until(_ day: String) -> String { "  " + localized("until \(day, "day")") }

    func run() async throws {
        try await reporting {
            if let house = try await common.elsewhere() { return try await show(house) }
            let household = try await Food.household(common.here)
            if let remove {
                try await household.larder.removeFromLarder(remove)
                return Terminal.error(localized("\(remove, "number") is removed from the larder."))
            }
            let lines = try await household.larder.contents()
            guard output.isForPeople else {
                let document = LarderDocument(lines)
                return try output.print(document: document, of: document.products, columns: Self.columns) {}
            }
            if lines.isEmpty { return Terminal.error(localized("No product was looked up yet.")) }
            for line in lines {
                let name = line.remembered?.product?.title ?? Self.notLookedUp
                let expiry = line.item.expiry.map { Self.until($0) } ?? ""
                Terminal.print("\(line.item.code)  \(name)\(expiry)")
            }
            Terminal.error(Food.credit)
        }
    }
}

// MARK: - In a household elsewhere

extension FoodLarder {
    private struct Contents: Decodable { let products: [LarderDocument.Line] }

    private func show(_ house: HouseAPI) async throws {
        if let remove {
            try await house.delete(HouseAPI.path("larder", remove))
            return Terminal.error(localized("\(Terminal.harmless(remove), "number") is removed from the larder."))
        }
        guard output.isForPeople else {
            let document: JSONValue = try await house.get(HouseAPI.path("larder"))
            let products: [JSONValue] = if case .list(let list)? = document["products"] { list } else { [] }
            return try output.print(document: document, of: products, columns: Self.columns) {}
        }
        let contents: Contents = try await house.get(HouseAPI.path("larder"))
        if contents.products.isEmpty { return Terminal.error(localized("No product was looked up yet.")) }
        for line in contents.products {
            let expiry = line.expiry.map { Self.until($0) } ?? ""
            Terminal.print(Terminal.harmless("\(line.code)  \(line.name ?? Self.notLookedUp)\(expiry)"))
        }
        Terminal.error(Food.credit)
    }
}

extension FoodProduct {
    private struct Facts: Decodable {
        struct Diet: Decodable { let sentence: String }
        struct Person: Decodable {
            let name: String
            let diet: Diet
        }
        let code: String
        let status: String
        let problemText: String?
        let name: String?
        let brands: String?
        let quantity: String?
        let expiry: String?
        let ingredientsText: String?
        let diet: Diet?
        let people: [Person]?
    }

    /// Looks the product up in a household elsewhere, where it is then in the larder.
    func show(_ house: HouseAPI) async throws {
        if raw {
            let bytes = try await house.bytes(HouseAPI.path("products", try await house.number(product), "raw"))
            return Terminal.print(String(decoding: bytes, as: UTF8.self))
        }
        let document: JSONValue = try await house.post(
            HouseAPI.path("larder"), ["text": .text(try await house.code(product)), "fresh": .flag(fresh)])
        let facts = try JSONDecoder().decode(Facts.self, from: JSONEncoder().encode(document))
        guard facts.status != "not-asked" else {
            let reason = facts.problemText ?? localized("Open Food Facts was not asked.")
            throw CommandFailure(.unavailable, Terminal.harmless(reason))
        }
        if output.json {
            try output.print(document)
        } else {
            let title = [facts.name, facts.brands, facts.quantity].compactMap(\.self).joined(separator: " · ")
            let people = (facts.people ?? []).map { ProductSheet.row(ProductSheet.diet(of: $0.name), $0.diet.sentence) }
            for line in [
                title, ProductSheet.row(ProductSheet.number, facts.code),
                facts.expiry.map { ProductSheet.row(ProductSheet.expiry, $0) } ?? "",
                facts.diet.map { ProductSheet.row(ProductSheet.diet, $0.sentence) } ?? "",
            ] + people + [
                ProductSheet.row(ProductSheet.ingredients, facts.ingredientsText ?? ProductSheet.notKnown)
            ] where !line.isEmpty { Terminal.print(Terminal.harmless(line)) }
            Terminal.error(Food.credit)
        }
        if facts.status == "absent" {
            let number = Terminal.harmless(facts.code)
            throw CommandFailure(
                .nothingAboveThreshold, localized("Open Food Facts has no product \(number, "number")."))
        }
    }
}
