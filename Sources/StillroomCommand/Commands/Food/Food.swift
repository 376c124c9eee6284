import ArgumentParser
import Documents
import Foundation
import HTTPTransport
import Household
import Larder

/// The commands for packaged food.
struct Food: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Look up products, and answer questions of Open Food Facts.",
        discussion: """
            Examples:
              stillroom food product 3017620422003
              stillroom food product packet.jpg --json
              stillroom food questions 3017620422003
              stillroom food answer 3cd5aecd-edcc-4237-87d0-6595fc4e53c9 yes
              stillroom food game --country fr --kinds label
              stillroom food gtin 04963406 --jsonl
              stillroom food scan photographs/ --jsonl
              stillroom food check answer.json --avoid nuts,milk

            Data: Open Food Facts (https://world.openfoodfacts.org), Open Database License 1.0.
            """,
        subcommands: [
            FoodProduct.self, FoodQuestions.self, FoodAnswer.self, FoodUndo.self, FoodVotes.self, FoodGame.self,
            FoodLarder.self, FoodGTIN.self, FoodScan.self, FoodCheck.self, FoodLogin.self, FoodLogout.self,
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
                .badData, reading.sentence ?? "This is not a product number.", hint: "Give a number or a photograph.")
        }
        let scan = try await household.larder.scan(try Photographs.read(argument))
        guard let first = scan.codes.first else {
            throw CommandFailure(
                .nothingAboveThreshold, "No barcode could be read in \(argument).",
                hint: "Go closer, use good light, or type the number.")
        }
        guard first.isAgreed else {
            throw CommandFailure(
                .nothingAboveThreshold, "It may be \(first.lookUpText), but that is not sure.",
                hint: "Compare it with the digits below the barcode, and then enter the number.")
        }
        let others = scan.codes.dropFirst().filter { $0.isAgreed && $0.reading.gtin != first.reading.gtin }
        guard others.isEmpty else {
            let numbers = ([first] + others).compactMap { $0.reading.gtin?.description }.joined(separator: ", ")
            throw CommandFailure(
                .badData, "There are several products in \(argument): \(numbers).",
                hint: "Give the number of one of them.")
        }
        return first.lookUpText
    }

    static let credit =
        "Data: Open Food Facts (https://world.openfoodfacts.org), Open Database License 1.0; pictures CC BY-SA 3.0."
}

struct FoodProduct: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "product", abstract: "Show a product, by its number or a photo of its barcode.")

    @Argument(help: "A number, a GS1 code, a Digital Link, or a photograph.")
    var product: String

    @OptionGroup var output: DocumentOptions

    @Flag(help: "The original answer of Open Food Facts.")
    var raw = false

    @Flag(help: "Ask, even if an answer of today is saved.")
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
                    view.remark ?? "Open Food Facts was not asked.")
            }
            if let remark = view.remark { Terminal.error("stillroom: \(remark) This is a saved answer.") }
            if raw {
                Terminal.print(String(decoding: remembered.raw, as: UTF8.self))
            } else if output.json {
                try output.print(ProductDocument(view))
            } else {
                ProductSheet(view).print()
            }
            if view.isAbsent {
                throw CommandFailure(
                    .nothingAboveThreshold, "Open Food Facts has no product \(view.code).",
                    hint: "You can add it at \(FoodCredit.page(of: view.code)).")
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
        line("number", view.code)
        line("", view.reading.sentence)
        line("a case of", view.reading.caseOf?.description)
        line("expiry", view.item?.expiry)
        line("lot", view.item?.lot)
        if let diet = view.diet {
            line("can I eat it", diet.sentence)
            for finding in diet.findings { line("", finding.line) }
        }
        line("Nutri-Score", Self.words(product.nutriScore))
        line("NOVA", product.novaGroup.map { "\($0)" } ?? "not known")
        line("Green-Score", Self.words(product.greenScore))
        line("allergens", Self.words(product.allergens))
        line("traces", Self.words(product.traces))
        line("ingredients", product.ingredientsText ?? "not known")
        for nutrient in product.nutrients {
            guard let value = nutrient.per100 else { continue }
            let amount = value.formatted(.number.precision(.fractionLength(0...3)))
            line(nutrient.name, "\(amount) \(nutrient.unit ?? "") per 100")
        }
        line("labels", product.labels.map { TagWords.words($0) }.joined(separator: ", "))
        guard !view.reading.isDemonstration else {
            return line("source", "an example, with facts that were invented for Stillroom")
        }
        line("asked", view.remembered.map { $0.fetchedAt.formatted(.iso8601) })
        line("more", FoodCredit.page(of: view.code))
        Terminal.error(Food.credit)
    }

    private func line(_ name: String, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        Terminal.print("\(name)\(String(repeating: " ", count: max(1, 15 - name.count)))\(value)")
    }

    private static func words(_ score: Product.Score?) -> String {
        switch score {
        case .grade(let letter, _)?: letter == "a-plus" ? "A+" : letter.uppercased()
        case .notApplicable?: "not for such products"
        case .unknown?, nil: "not known"
        }
    }

    private static func words(_ statement: Product.Statement) -> String {
        switch statement {
        case .notKnown: "not known"
        case .noneStated: "none stated"
        case .stated(let tags): tags.map { TagWords.words($0) }.joined(separator: ", ")
        }
    }
}

struct FoodLarder: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "larder", abstract: "List the products that were looked up, latest first.")

    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("Remove a product, with all saved data.", valueName: "code"))
    var remove: String?

    @OptionGroup var common: AnywhereOptions

    private static let columns = ["code", "name", "expiry"]

    func run() async throws {
        try await reporting {
            if let house = try await common.elsewhere() { return try await show(house) }
            let household = try await Food.household(common.here)
            if let remove {
                try await household.larder.removeFromLarder(remove)
                return Terminal.error("\(remove) is removed from the larder.")
            }
            let lines = try await household.larder.contents()
            guard output.isForPeople else {
                let document = LarderDocument(lines)
                return try output.print(document: document, of: document.products, columns: Self.columns) {}
            }
            if lines.isEmpty { return Terminal.error("No product was looked up yet.") }
            for line in lines {
                let name = line.remembered?.product?.title ?? "not looked up yet"
                let expiry = line.item.expiry.map { "  until \($0)" } ?? ""
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
            return Terminal.error("\(Terminal.harmless(remove)) is removed from the larder.")
        }
        guard output.isForPeople else {
            let document: JSONValue = try await house.get(HouseAPI.path("larder"))
            let products: [JSONValue] = if case .list(let list)? = document["products"] { list } else { [] }
            return try output.print(document: document, of: products, columns: Self.columns) {}
        }
        let contents: Contents = try await house.get(HouseAPI.path("larder"))
        if contents.products.isEmpty { return Terminal.error("No product was looked up yet.") }
        for line in contents.products {
            let expiry = line.expiry.map { "  until \($0)" } ?? ""
            Terminal.print(Terminal.harmless("\(line.code)  \(line.name ?? "not looked up yet")\(expiry)"))
        }
        Terminal.error(Food.credit)
    }
}

extension FoodProduct {
    private struct Facts: Decodable {
        struct Diet: Decodable { let sentence: String }
        let code: String
        let status: String
        let problemText: String?
        let name: String?
        let brands: String?
        let quantity: String?
        let expiry: String?
        let ingredientsText: String?
        let diet: Diet?
    }

    private struct Scan: Decodable {
        struct Code: Decodable {
            let gtin: String?
            let text: String
            let agreed: Bool
        }
        let codes: [Code]
    }

    /// Looks the product up in a household elsewhere, where it is then in the larder.
    func show(_ house: HouseAPI) async throws {
        if raw {
            let bytes = try await house.bytes(HouseAPI.path("products", try await text(house), "raw"))
            return Terminal.print(String(decoding: bytes, as: UTF8.self))
        }
        let document: JSONValue = try await house.post(
            HouseAPI.path("larder"), ["text": .text(try await text(house)), "fresh": .flag(fresh)])
        let facts = try JSONDecoder().decode(Facts.self, from: JSONEncoder().encode(document))
        guard facts.status != "not-asked" else {
            throw CommandFailure(.unavailable, Terminal.harmless(facts.problemText ?? "Open Food Facts was not asked."))
        }
        if output.json {
            try output.print(document)
        } else {
            let title = [facts.name, facts.brands, facts.quantity].compactMap(\.self).joined(separator: " · ")
            for line in [
                title, "number         \(facts.code)", facts.expiry.map { "expiry         \($0)" } ?? "",
                facts.diet.map { "can I eat it   \($0.sentence)" } ?? "",
                "ingredients    \(facts.ingredientsText ?? "not known")",
            ] where !line.isEmpty { Terminal.print(Terminal.harmless(line)) }
            Terminal.error(Food.credit)
        }
        if facts.status == "absent" {
            throw CommandFailure(
                .nothingAboveThreshold, "Open Food Facts has no product \(Terminal.harmless(facts.code)).")
        }
    }

    /// Returns the number that was typed, or the one certain number that the household reads in a photograph.
    private func text(_ house: HouseAPI) async throws -> String {
        guard product == "-" || FileManager.default.fileExists(atPath: product) else { return product }
        let scan: Scan = try await house.post(bytes: try Photographs.read(product), to: HouseAPI.path("larder", "scan"))
        let sure = Set(scan.codes.filter(\.agreed).map(\.text))
        guard let text = sure.first, sure.count == 1 else {
            throw CommandFailure(
                .nothingAboveThreshold, "No single barcode could be read with certainty in \(product).",
                hint: "Go closer, use good light, or type the number.")
        }
        return text
    }
}
