import Foundation
import Household
import Larder

/// A product's sheet; pure. What nobody has entered is said to be so, and is neither zero nor none.
struct FoodProductModel {
    let view: ProductView
    let clock: WallClock
    /// What was typed, where it says more than the number that came of it.
    var reading: BarcodeReading?
    var note: String?
    /// Pictures that are kept. A page that is read fetches none, so it shows none that is missing.
    var kept = Set(Product.Picture.allCases)

    /// Tags of a kind that are shown; a service may send many.
    static let tags = 40

    var title: String { Wording.short(view.product?.title ?? view.code) }

    var context: [String: Any] {
        var context: [String: Any] = [
            "title": title, "code": view.code, "number": LarderScanModel.grouped(view.code),
            "refresh": Site.product(view.code, "refresh"), "remove": Site.product(view.code, "remove"),
            "isKept": view.item != nil, "remarks": remarks, "source": source, "enterLink": Wording.enter(view.code),
            "editLink": Wording.edit(view.code), "isAbsent": view.isAbsent,
            "isUnasked": view.remembered == nil && view.problem == nil,
        ]
        if let note = note.flatMap(Self.note) { context["note"] = note }
        if let age = view.age { context["age"] = Wording.ago(age) }
        if let obstacle { context["obstacle"] = obstacle } else if view.isOld { context["isOld"] = true }
        if let item = view.item, let expiry = FoodExpiry(item, on: clock.day) {
            context["expiry"] = ["words": expiry.words, "isPast": expiry.isPast] as [String: Any]
        }
        if let lot = view.item?.lot { context["lot"] = lot }
        if let product = view.product { context.merge(known(product)) { $1 } }
        return context
    }

    static func note(_ name: String) -> String? { name == "fresh" ? "Asked anew, just now." : nil }

    private var source: [String: Any] {
        FoodSource(code: view.product == nil ? nil : view.code, hasPictures: view.product?.pictures.isEmpty == false)
            .context
    }

    /// Why there is nothing newer, and when there can be.
    private var obstacle: [String: Any]? {
        guard view.problem != nil else { return nil }
        var obstacle: [String: Any] = ["words": view.remark ?? "Open Food Facts could not be asked."]
        if let date = view.notBefore { obstacle["until"] = "It can be asked again \(Wording.soon(date, by: clock))." }
        return obstacle
    }

    /// What a person should know of the number itself.
    private var remarks: [[String: Any]] {
        var remarks: [[String: Any]] = []
        if let gtin = view.reading.caseOf {
            remarks.append([
                "words": "This is the number of a case. What is in it has another:", "href": Site.product("\(gtin)"),
                "label": "\(gtin)",
            ])
        }
        if view.reading.isInStore {
            remarks.append([
                "words":
                    "This is a shop’s own number: in the next shop it is something else, so look whether this is it."
            ])
        }
        guard let reading = reading ?? (view.reading.sentence == nil ? nil : view.reading) else { return remarks }
        if let other = reading.alternatives.first, let symbology = reading.symbology {
            remarks.append([
                "words": "Read as \(symbology.rawValue). As \(other.symbology.rawValue) it would be",
                "href": Site.product("\(other.gtin)"), "label": "\(other.gtin)",
            ])
        } else if let sentence = reading.sentence {
            remarks.append(["words": sentence])
        }
        return remarks
    }

    // MARK: What is known

    private func known(_ product: Product) -> [String: Any] {
        var context: [String: Any] = [
            "scores": FoodScores(product).context, "nutrition": FoodNutrition(product).context,
            "declared": [
                declared("Contains", product.allergens, none: "None of the allergens that must be declared is stated."),
                declared("May contain traces of", product.traces, none: "No traces are stated."),
            ],
            "ingredients": ingredients(product), "facts": facts(product), "morePictures": morePictures,
            "hasWishes": view.diet != nil,
        ]
        for (name, text) in [("brands", product.brands), ("quantity", product.quantity)] {
            if let text { context[name] = Wording.short(text, 120) }
        }
        if let generic = product.genericName, generic != product.name { context["generic"] = Wording.short(generic) }
        if isShown(.front) { context["front"] = Site.picture(.front, of: view.code) }
        if let sort = Self.sister(product.sort) { context["sister"] = sort }
        if let diet = view.diet { context["verdict"] = FoodVerdict(diet, code: view.code).context }
        if let entered = entered(product) { context["entered"] = entered }
        return context
    }

    private static func sister(_ sort: Product.Sort) -> String? {
        switch sort {
        case .food: nil
        case .beauty: "A cosmetic, from Open Beauty Facts."
        case .petFood: "Food for animals, from Open Pet Food Facts."
        case .other: "No food: from Open Products Facts."
        }
    }

    private func declared(_ heading: String, _ statement: Product.Statement, none: String) -> [String: Any] {
        var row: [String: Any] = ["heading": heading]
        switch statement {
        case .notKnown: row["isUnknown"] = true
        case .noneStated: row["none"] = none
        case .stated(let tags): row["stated"] = Self.words(tags)
        }
        return row
    }

    private static func words(_ tags: [String]) -> [[String: Any]] {
        tags.prefix(Self.tags).map { ["word": TagWords.words($0)] }
    }

    private func ingredients(_ product: Product) -> [String: Any] {
        var context: [String: Any] = [
            "analysis": [
                Self.analysis("Vegan", product.vegan), Self.analysis("Vegetarian", product.vegetarian),
                Self.analysis("Free of palm oil", product.palmOilFree),
            ],
            "isPart": product.hasAllIngredients == false,
        ]
        if let text = product.ingredientsText { context["text"] = Wording.short(text, 4000) }
        switch product.additives {
        case nil: context["additivesUnknown"] = true
        case .some(let tags) where tags.isEmpty: context["noAdditives"] = true
        case .some(let tags): context["additives"] = Self.words(tags)
        }
        return context
    }

    private static func analysis(_ name: String, _ finding: Product.Finding) -> [String: Any] {
        let words =
            switch finding {
            case .yes: "yes"
            case .no: "no"
            case .maybe: "perhaps; it depends on where an ingredient comes from"
            case .unknown: "not known"
            }
        return ["name": name, "words": words, "isUnknown": finding == .unknown]
    }

    private func facts(_ product: Product) -> [[String: Any]] {
        [("Labels", product.labels), ("Categories", product.categories), ("Sold in", product.countries)]
            .filter { !$0.1.isEmpty }
            .map { ["heading": $0.0, "tags": Self.words($0.1)] }
    }

    private func isShown(_ kind: Product.Picture) -> Bool { view.product?.pictures[kind] != nil && kept.contains(kind) }

    private var morePictures: [[String: Any]] {
        let names: [(Product.Picture, String)] = [
            (.ingredients, "The list of ingredients"), (.nutrition, "The nutrition table"),
            (.packaging, "The packaging"),
        ]
        return names.filter { isShown($0.0) }.map {
            ["href": Site.picture($0.0, of: view.code), "name": $0.1]
        }
    }

    /// How old and how full the service's own entry is.
    private func entered(_ product: Product) -> String? {
        let changed = product.modifiedAt.map {
            "last changed there \(Wording.ago(clock.instant.timeIntervalSince($0)))"
        }
        let full = product.completeness.flatMap { share in
            (0...1).contains(share) ? "\(Int((share * 100).rounded())) % of it filled in" : nil
        }
        let parts = [changed, full].compactMap(\.self)
        return parts.isEmpty ? nil : Wording.capitalised(parts.joined(separator: ", ")) + "."
    }
}
