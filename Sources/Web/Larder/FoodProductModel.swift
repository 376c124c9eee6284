import Foundation
import Household
import Larder
import Messages

/// The fields of a product's page; pure. A missing value is shown as unknown, not as zero or none.
struct FoodProductModel {
    let view: ProductView
    let clock: WallClock
    /// The entered text with its interpretation, if it contains more than the code.
    var reading: BarcodeReading?
    var note: String?
    /// The pictures that are stored. Rendering a page fetches no pictures, so other pictures are omitted.
    var kept = Set(Product.Picture.allCases)

    /// The largest number of tags of a kind on the page.
    static let tags = 40

    var title: String { Wording.short(view.product?.title ?? view.code) }

    var context: Fields {
        return Fields(
            number: LarderScanModel.grouped(view.code),
            refresh: Site.refreshProduct(view.code), remove: Site.removeProduct(view.code),
            isKept: view.item != nil, isExample: view.reading.isDemonstration, remarks: remarks, source: source,
            enterLink: Wording.enter(view.code),
            editLink: Wording.edit(view.code), raw: Site.API.productRaw(view.code), isAbsent: view.isAbsent,
            isUnasked: view.remembered == nil && view.problem == nil, absence: absence,
            note: note.flatMap(Self.note), age: view.age.map(Wording.ago), obstacle: obstacle,
            isOld: obstacle == nil && view.isOld,
            expiry: view.item.flatMap { FoodExpiry($0, on: clock.day) }.map {
                Expiry(words: $0.words, isPast: $0.isPast)
            })
    }

    static func note(_ name: String) -> String? {
        name == "fresh" ? localized("The information was updated just now.") : nil
    }

    /// What a person can do about a product that the service does not have.
    private var absence: String {
        guard let age = view.age.map(Wording.ago) else {
            return localized(
                """
                Open Food Facts has no product of this number. If the digits are right, you can add it. You need three \
                photos.
                """)
        }
        return localized(
            """
            Open Food Facts has no product of this number (asked \(age, "time")). If the digits are right, you can add \
            it. You need three photos.
            """)
    }

    private var source: FoodSource.Fields {
        FoodSource(code: view.product == nil ? nil : view.code, hasPictures: view.product?.pictures.isEmpty == false)
            .context
    }

    /// The reason why there is no newer answer, and the time from which a request is possible.
    private var obstacle: Obstacle? {
        guard view.problem != nil else { return nil }
        return Obstacle(
            words: view.remark ?? localized("Open Food Facts could not be asked."),
            until: view.notBefore.map { localized("You can ask again \(Wording.soon($0, by: clock), "time").") })
    }

    /// Remarks about the code itself.
    private var remarks: [Remark] {
        var remarks: [Remark] = []
        if let gtin = view.reading.caseOf {
            remarks.append(
                Remark(
                    words: localized("This is the number of a case. The product in it has another number:"),
                    href: Site.product("\(gtin)"), label: "\(gtin)"))
        }
        if view.reading.isInStore {
            remarks.append(
                Remark(
                    words: localized(
                        """
                        This is a number of one shop. In another shop it is a different product. Check that this is \
                        your product.
                        """)))
        }
        guard let reading = reading ?? (view.reading.sentence == nil ? nil : view.reading) else { return remarks }
        if let other = reading.alternatives.first, let symbology = reading.symbology {
            remarks.append(
                Remark(
                    words: localized(
                        """
                        Read as \(symbology.rawValue, "kind"). As \(other.symbology.rawValue, "otherKind") it would be
                        """, context: "before a number"),
                    href: Site.product("\(other.gtin)"), label: "\(other.gtin)"))
        } else if let sentence = reading.sentence {
            remarks.append(Remark(words: sentence))
        }
        return remarks
    }

    // MARK: Known products

    func known(_ product: Product) -> Known {
        var known = Known(
            scores: FoodScores(product).context, nutrition: FoodNutrition(product).context,
            declared: [
                declared(
                    localized("Contains", context: "heading before a list of allergens"), product.allergens,
                    none: localized("None of the allergens that must be declared is listed.")),
                declared(
                    localized("May contain traces of", context: "heading before a list of allergens"), product.traces,
                    none: localized("No traces are listed.")),
            ],
            ingredients: ingredients(product), facts: facts(product), morePictures: morePictures,
            hasPreferences: !verdicts.isEmpty,
            lot: view.item?.lot, brands: product.brands.map { Wording.short($0, 120) },
            quantity: product.quantity.map { Wording.short($0, 120) },
            front: isShown(.front) ? Site.productPicture(view.code, .init(.front)) : nil,
            sister: Self.sister(product.sort), verdicts: verdicts,
            entered: entered(product))
        if let generic = product.genericName, generic != product.name { known.generic = Wording.short(generic) }
        return known
    }

    /// The verdict for everyone, and for each person with a diet of their own.
    private var verdicts: [FoodVerdict.Fields] {
        (view.diet.map { [FoodVerdict($0, code: view.code).context] } ?? [])
            + view.people.enumerated().map { place, person in
                FoodVerdict(person.report, code: view.code, of: (place, person.name)).context
            }
    }

    private static func sister(_ sort: Product.Sort) -> String? {
        switch sort {
        case .food: nil
        case .beauty: localized("A cosmetic, from Open Beauty Facts.")
        case .petFood: localized("Food for animals, from Open Pet Food Facts.")
        case .other: localized("Not food: from Open Products Facts.")
        }
    }

    private func declared(_ heading: String, _ statement: Product.Statement, none: String) -> Declared {
        var row = Declared(heading: heading)
        switch statement {
        case .notKnown: row.isUnknown = true
        case .noneStated: row.none = none
        case .stated(let tags):
            row.stated = tags.prefix(Self.tags).map { Tag(word: Allergen.words(ofTag: $0)) }
        }
        return row
    }

    private static func words(_ tags: [String]) -> [Tag] {
        tags.prefix(Self.tags).map { Tag(word: TagWords.words($0)) }
    }

    private func ingredients(_ product: Product) -> Ingredients {
        var context = Ingredients(
            analysis: [
                Self.analysis(localized("Vegan"), product.vegan),
                Self.analysis(localized("Vegetarian"), product.vegetarian),
                Self.analysis(localized("Free of palm oil"), product.palmOilFree),
            ],
            isPart: product.hasAllIngredients == false)
        if let text = product.ingredientsText { context.text = Wording.short(text, 4000) }
        switch product.additives {
        case nil: context.additivesUnknown = true
        case .some(let tags) where tags.isEmpty: context.noAdditives = true
        case .some(let tags): context.additives = Self.words(tags)
        }
        return context
    }

    private static func analysis(_ name: String, _ finding: Product.Finding) -> Analysis {
        let words =
            switch finding {
            case .yes: localized("yes")
            case .no: localized("no")
            case .maybe: localized("maybe; it depends on the source of an ingredient")
            case .unknown: localized("not known")
            }
        return Analysis(name: name, words: words, isUnknown: finding == .unknown)
    }

    private func facts(_ product: Product) -> [Fact] {
        [
            (localized("Labels", context: "of a product, such as organic"), product.labels),
            (localized("Categories"), product.categories),
            (localized("Sold in", context: "heading before a list of countries"), product.countries),
        ]
        .filter { !$0.1.isEmpty }
        .map { Fact(heading: $0.0, tags: Self.words($0.1)) }
    }

    private func isShown(_ kind: Product.Picture) -> Bool { view.product?.pictures[kind] != nil && kept.contains(kind) }

    private var morePictures: [More] {
        let names: [(Product.Picture, String)] = [
            (.ingredients, localized("The list of ingredients")), (.nutrition, localized("The nutrition table")),
            (.packaging, localized("The packaging")),
        ]
        return names.filter { isShown($0.0) }.map {
            More(href: Site.productPicture(view.code, .init($0.0)), name: $0.1)
        }
    }

    /// Returns when the service's entry was last changed, and its completeness; nil if both are missing.
    private func entered(_ product: Product) -> String? {
        let changed = product.modifiedAt.map { Wording.ago(clock.instant.timeIntervalSince($0)) }
        let share = product.completeness.flatMap { (0...1).contains($0) ? Int(($0 * 100).rounded()) : nil }
        return switch (changed, share) {
        case (let changed?, let share?):
            localized("Last changed there \(changed, "time"), \(share, "percent") % of it filled in.")
        case (let changed?, nil): localized("Last changed there \(changed, "time").")
        case (nil, let share?): localized("\(share, "percent") % of it filled in.")
        case (nil, nil): nil
        }
    }
}

extension FoodProductModel {
    struct Expiry: TemplateFields {
        let words: String
        let isPast: Bool
    }

    /// The fields that the pages of known and unknown products share.
    struct Fields: SharedFields {
        let number: String
        let refresh: String
        let remove: String
        let isKept: Bool
        /// It has a number for demonstrations, so no service is asked for it, and no data of it are from one.
        let isExample: Bool
        let remarks: [Remark]
        let source: FoodSource.Fields
        let enterLink: String
        let editLink: String
        let raw: String
        let isAbsent: Bool
        let isUnasked: Bool
        let absence: String
        let note: String?
        let age: String?
        let obstacle: Obstacle?
        let isOld: Bool
        let expiry: Expiry?
    }

    struct Obstacle: TemplateFields {
        let words: String
        var until: String?
    }

    struct Remark: TemplateFields {
        let words: String
        var href: String?
        var label: String?
    }

    /// The fields of a known product.
    struct Known: SharedFields {
        let scores: [FoodScores.Scale]
        let nutrition: FoodNutrition.Fields
        let declared: [Declared]
        let ingredients: Ingredients
        let facts: [Fact]
        let morePictures: [More]
        let hasPreferences: Bool
        let lot: String?
        let brands: String?
        let quantity: String?
        var generic: String?
        let front: String?
        let sister: String?
        let verdicts: [FoodVerdict.Fields]
        let entered: String?
    }

    struct Declared: TemplateFields {
        let heading: String
        var isUnknown: Bool = false
        var none: String?
        var stated: [Tag] = []
    }

    struct Tag: TemplateFields {
        let word: String
    }

    struct Ingredients: TemplateFields {
        let analysis: [Analysis]
        let isPart: Bool
        var text: String?
        var additivesUnknown = false
        var noAdditives = false
        var additives: [Tag] = []
    }

    struct Analysis: TemplateFields {
        let name: String
        let words: String
        let isUnknown: Bool
    }

    struct Fact: TemplateFields {
        let heading: String
        let tags: [Tag]
    }

    struct More: TemplateFields {
        let href: String
        let name: String
    }
}
