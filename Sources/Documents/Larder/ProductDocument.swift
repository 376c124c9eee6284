package import FoundationEssentials
package import Household
package import Larder

/// A product as JSON; Docs/api.md describes it. Values that were not entered are missing or null, never zero.
package struct ProductDocument: Encodable, Sendable {
    package struct Picture: Encodable, Sendable {
        package let kind: String
        /// A path on this house.
        package let path: String
        package let source: String
    }

    package struct Score: Encodable, Sendable {
        /// "grade", "not-applicable" or "unknown".
        package let state: String
        package let grade: String?
        package let points: Int?

        init(_ score: Product.Score) {
            switch score {
            case .grade(let letter, let number): (state, grade, points) = ("grade", letter, number)
            case .notApplicable: (state, grade, points) = ("not-applicable", nil, nil)
            case .unknown: (state, grade, points) = ("unknown", nil, nil)
            }
        }
    }

    package struct Statement: Encodable, Sendable {
        /// "not-known", "none-stated" or "stated".
        package let state: String
        package let tags: [String]

        init(_ statement: Product.Statement) {
            switch statement {
            case .notKnown: (state, tags) = ("not-known", [])
            case .noneStated: (state, tags) = ("none-stated", [])
            case .stated(let stated): (state, tags) = ("stated", stated)
            }
        }
    }

    package struct Attribution: Codable, Sendable {
        package let name: String
        package let link: String
        package let databaseLicence: String
        package let databaseLicenceLink: String
        package let contentsLicence: String
        package let contentsLicenceLink: String
        package let pictureLicence: String
        package let pictureLicenceLink: String

        package init(code: String? = nil) {
            name = FoodCredit.name
            link = code.map(FoodCredit.page) ?? FoodCredit.link
            (databaseLicence, databaseLicenceLink) = (FoodCredit.database, FoodCredit.databaseLink)
            (contentsLicence, contentsLicenceLink) = (FoodCredit.contents, FoodCredit.contentsLink)
            (pictureLicence, pictureLicenceLink) = (FoodCredit.pictures, FoodCredit.picturesLink)
        }
    }

    package struct Diet: Encodable, Sendable {
        package struct Finding: Encodable, Sendable {
            package let subject: String
            package let kind: String
            package let answer: String
            /// A short description of the result.
            package let found: String
            package let because: String
            package let missing: String?
            package let evidence: [String]
        }

        package let answer: String
        package let sentence: String
        package let findings: [Finding]

        package init(_ report: DietReport) {
            answer = report.answer.rawValue
            sentence = report.sentence
            findings = report.findings.map { finding in
                let (kind, subject) = finding.subject.names
                return Finding(
                    subject: subject, kind: kind, answer: finding.answer.rawValue, found: finding.found,
                    because: finding.because,
                    missing: finding.missing?.rawValue, evidence: finding.evidence)
            }
        }
    }

    package struct Person: Encodable, Sendable {
        package let name: String
        package let diet: Diet
    }

    package let code: String
    package let gtin: String?
    package let isCase: Bool
    package let caseOf: String?
    package let inStore: Bool
    package let remarks: String?
    /// "found", "absent" or "not-asked".
    package let status: String
    package let fetchedAt: Date?
    package let ageSeconds: Int?
    package let problem: String?
    package let problemText: String?
    package let notBefore: Date?
    package let expiry: String?
    package let lot: String?
    package let sort: String?
    package let name: String?
    package let genericName: String?
    package let brands: String?
    package let quantity: String?
    package let servingSize: String?
    package let pictures: [Picture]
    package let nutriScore: Score?
    package let novaGroup: Int?
    package let greenScore: Score?
    package let allergens: Statement?
    package let traces: Statement?
    package let vegan: String?
    package let vegetarian: String?
    package let palmOilFree: String?
    package let ingredientsText: String?
    package let hasAllIngredients: Bool?
    package let additives: [String]?
    package let nutrients: [Product.Nutrient]
    package let nutritionPer: String?
    package let labels: [String]
    package let categories: [String]
    package let countries: [String]
    package let modifiedAt: Date?
    package let completeness: Double?
    package let diet: Diet?
    /// The verdicts for people with a diet of their own.
    package let people: [Person]
    package let attribution: Attribution

    package init(_ view: ProductView) {
        let product = view.product
        code = view.code
        gtin = view.reading.gtin?.description
        isCase = view.reading.caseOf != nil
        caseOf = view.reading.caseOf?.description
        inStore = view.reading.isInStore
        remarks = view.reading.sentence
        status = view.remembered == nil ? "not-asked" : product == nil ? "absent" : "found"
        fetchedAt = view.remembered?.fetchedAt
        ageSeconds = view.age.map { Int(max(0, $0)) }
        problem = view.problem?.rawValue
        problemText = view.remark
        notBefore = view.notBefore
        expiry = view.item?.expiry
        lot = view.item?.lot
        sort = product?.sort.rawValue
        name = product?.name
        genericName = product?.genericName
        brands = product?.brands
        quantity = product?.quantity
        servingSize = product?.servingSize
        pictures = Product.Picture.allCases.compactMap { kind in
            product?.pictures[kind].map {
                Picture(
                    kind: kind.rawValue, path: "/larder/products/\(view.code)/pictures/\(kind.rawValue).jpg", source: $0
                )
            }
        }
        nutriScore = product?.nutriScore.map(Score.init)
        novaGroup = product?.novaGroup
        greenScore = product?.greenScore.map(Score.init)
        allergens = (product?.allergens).map(Statement.init)
        traces = (product?.traces).map(Statement.init)
        vegan = product?.vegan.rawValue
        vegetarian = product?.vegetarian.rawValue
        palmOilFree = product?.palmOilFree.rawValue
        ingredientsText = product?.ingredientsText
        hasAllIngredients = product?.hasAllIngredients
        additives = product?.additives
        nutrients = product?.nutrients ?? []
        nutritionPer = product?.nutritionPer
        labels = product?.labels ?? []
        categories = product?.categories ?? []
        countries = product?.countries ?? []
        modifiedAt = product?.modifiedAt
        completeness = product?.completeness
        diet = view.diet.map(Diet.init)
        people = view.people.map { Person(name: $0.name, diet: Diet($0.report)) }
        attribution = Attribution(code: product == nil ? nil : view.code)
    }
}

extension DietReport.Subject {
    /// Kind and name.
    var names: (kind: String, name: String) {
        switch self {
        case .allergen(let allergen): ("allergen", allergen.rawValue)
        case .preference(let preference): ("wish", preference.rawValue)
        case .word(let word): ("ingredient", word)
        }
    }
}

/// The products of the larder as JSON.
package struct LarderDocument: Encodable, Sendable {
    package struct Line: Codable, Sendable {
        package let code: String
        package let name: String?
        package let brands: String?
        package let quantity: String?
        package let firstAt: Date
        package let lastAt: Date
        package let expiry: String?
        package let lot: String?
        package let fetchedAt: Date?
    }

    package let products: [Line]
    package let attribution = ProductDocument.Attribution()

    package init(_ lines: [LarderLine]) {
        products = lines.map { line in
            let product = line.remembered?.product
            return Line(
                code: line.item.code, name: product?.name, brands: product?.brands, quantity: product?.quantity,
                firstAt: line.item.firstAt, lastAt: line.item.lastAt, expiry: line.item.expiry, lot: line.item.lot,
                fetchedAt: line.remembered?.fetchedAt)
        }
    }
}
