import Household
import Hummingbird
import Messages
import Plants
import Recognition

/// The plant that a form names, by the one rule for typed names. A name that may mean several plants is asked about: the
/// page has the fields of the form, and is sent to the same address with the choice.
enum NamedPlant {
    /// The field with the choice: `Taxon.typedName`, or an empty text to keep the name as it is written.
    static let choice = "chosen"

    case taxon(Taxon?)
    case unclear(WhichPlantPage)

    /// `text` is the name in the form. With `isSpecies` it is kept as a species if nothing is like it; otherwise the
    /// plant has none.
    init(
        _ text: String?, in form: [String: String], isSpecies: Bool, action: String, household: Household
    ) {
        guard let text = text.flatMap(Plant.tidy) else {
            self = .taxon(nil)
            return
        }
        let chosen = form[Self.choice]
        let collection = household.collection
        let resolution =
            if let chosen, !chosen.isEmpty { collection.resolve(chosen) } else {
                isSpecies ? collection.resolve(text) : collection.resolve(ownName: text)
            }
        if chosen?.isEmpty != true {
            if let taxon = resolution.taxon {
                self = .taxon(taxon)
                return
            }
            if case .unclear(let choices) = resolution {
                self = .unclear(WhichPlantPage(text: text, choices: choices, form: form, action: action))
                return
            }
        }
        self = .taxon(isSpecies ? Taxon(scientificName: text, rank: .species) : nil)
    }
}

/// The page that asks which plant a typed name means.
struct WhichPlantPage: PageFields {
    static let template = "which-plant"
    static var title: String { localized("Which plant is it?") }

    struct HiddenField: TemplateFields {
        let fieldName: String
        let fieldValue: String
    }

    struct ChoiceRow: TemplateFields {
        let number: String
        let value: String
        let name: String
        let latin: String
        /// "All plants of this genus", or the family of a species.
        let kind: String
    }

    let action: String
    let typed: String
    let fields: [HiddenField]
    let choices: [ChoiceRow]

    init(text: String, choices: [SpeciesMatch], form: [String: String], action: String) {
        self.action = action
        typed = text
        fields = form.filter { $0.key != NamedPlant.choice }.sorted { $0.key < $1.key }.map {
            HiddenField(fieldName: $0.key, fieldValue: $0.value)
        }
        self.choices = choices.enumerated().map { number, match in
            ChoiceRow(
                number: String(number + 1), value: match.id, name: match.name, latin: match.taxon.scientificName,
                kind: Self.kind(of: match.taxon))
        }
    }

    private static func kind(of taxon: Taxon) -> String {
        switch taxon.rank {
        case .species: taxon.family ?? ""
        case .genus: localized("care for all plants of this genus")
        case .family: localized("care for all plants of this family")
        }
    }
}

extension PageRenderer {
    func page(_ page: WhichPlantPage, tab: Tab, household: Household) -> Response {
        self.page(page, title: WhichPlantPage.title, tab: tab, household: household, status: .unprocessableContent)
    }
}
