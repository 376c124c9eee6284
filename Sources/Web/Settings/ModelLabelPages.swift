import Household
import Hummingbird
import Messages
import Plants
import Recognition

/// The list of the plants that the model in use can name, as a page and for programs.
struct ModelLabelPages {
    let household: Household
    let renderer: PageRenderer

    private struct ModelLabelDocument: Encodable {
        let index: Int
        let scientificName: String
        let commonNames: [String]
        let family: String?
        let rank: String

        init(_ label: ModelLabel) {
            index = label.index
            scientificName = label.taxon.scientificName
            commonNames = label.taxon.commonNames
            family = label.taxon.family
            rank = label.taxon.rank.rawValue
        }
    }

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.modelLabels) { request, _ in
            let text = Self.text(request)
            let all = try household.identifications.modelLabels().count
            let page = ModelLabelPage(
                text: text, all: all, found: try household.identifications.modelLabels(foundBy: text),
                recognisesPlants: (try household.identifications.recogniserAbout().get()).samePlantFrom != nil)
            return renderer.page(
                page, title: localized("Plants that the model knows"), tab: .none, household: household)
        }
    }

    func add(to api: APIRoutes) {
        api.on(
            .get, Site.API.modelLabels,
            .init(
                "listModelLabels", "The plants that the model can name.",
                query: [.text("q", "A part of a name or family, or the index")], problems: ["503 model-unavailable"])
        ) { request, _ in
            try APIAnswer(
                household.identifications.modelLabels(foundBy: Self.text(request)).map(ModelLabelDocument.init))
        }
    }

    private static func text(_ request: Request) -> String {
        Wording.short(Upload.query(request)["q"].flatMap(Plant.tidy) ?? "", SpeciesIndex.textLimit)
    }
}

/// The page with the plants that the model in use can name.
struct ModelLabelPage: PageFields {
    struct Row: TemplateFields {
        let latin: String
        let commonNames: String
        let family: String?
        let index: String
        let href: String
    }

    static let template = "model-labels"

    let action: String
    let query: String
    let limit: String
    let count: String
    let rows: [Row]
    let isNone: Bool
    /// Whether photographs of a plant with an own name are recognised later.
    let recognisesPlants: Bool

    init(text: String, all: Int, found: [ModelLabel], recognisesPlants: Bool) {
        action = Site.modelLabels
        query = text
        limit = String(SpeciesIndex.textLimit)
        let number = found.count
        count =
            text.isEmpty
            ? localized(all, one: "1 plant", other: "\(all, "count") plants")
            : localized("\(number, "number") of \(all, "total") plants")
        rows = found.map { label in
            Row(
                latin: label.taxon.scientificName, commonNames: label.taxon.commonNames.joined(separator: ", "),
                family: label.taxon.family, index: String(label.index), href: SpeciesModel.address(label.taxon))
        }
        isNone = found.isEmpty
        self.recognisesPlants = recognisesPlants
    }
}
