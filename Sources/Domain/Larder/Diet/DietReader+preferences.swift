import Messages

/// Preferences are answered from the service's analysis of the ingredients and from the labels of the package.
extension DietReader {
    func finding(_ preference: Diet.Preference) -> DietReport.Finding {
        func found(
            _ answer: DietReport.Answer, _ because: String, missing: DietReport.Missing? = nil,
            _ evidence: [String] = []
        ) -> DietReport.Finding {
            .init(.preference(preference), answer, found: Self.found(preference, answer), because, missing, evidence)
        }
        guard product.sort == .food else { return found(.cannotTell, localized("It is no food.")) }
        let name = preference.name
        let against = against(preference)
        if !against.isEmpty {
            let because = localized("It is not \(name, "diet"): it has \(against.quoted, "ingredients") in it.")
            return found(.no, because, against)
        }
        let analysis = analysis(preference)
        if analysis == .no { return found(.no, localized("It is not \(name, "diet"), by its ingredients.")) }
        if analysis == .maybe {
            let maybes = self.ingredients(preference, .maybe)
            let because =
                maybes.isEmpty
                ? localized("It depends on where some of its ingredients are from.")
                : localized("It depends on where \(maybes.quoted, "ingredients") is from.")
            return found(.cannotTell, because, maybes)
        }
        let promises = labels.filter { preference.labels.contains($0.words.texts) }.map(\.shown)
        if !promises.isEmpty {
            return found(.yes, localized("Its label says \(promises.quoted, "label")."), promises)
        }
        guard isWhole else { return found(.cannotTell, partialBecause, missing: .ingredients) }
        let unknown = self.ingredients(preference, .unknown)
        guard analysis == .yes else {
            let open = unknown + self.ingredients(preference, .maybe)
            let because =
                open.isEmpty
                ? localized("It is not known what its ingredients are.")
                : localized("It is not known whether \(open.quoted, "ingredients") is \(name, "diet").")
            return found(.cannotTell, because, missing: .analysis, open)
        }
        let because =
            unknown.isEmpty
            ? localized("The service takes all of its ingredients for \(name, "diet").")
            : localized(
                """
                The service takes all of its ingredients for \(name, "diet"), which does not know \
                \(unknown.quoted, "ingredients").
                """)
        return found(.yes, because, unknown)
    }

    /// "Vegan", "Not vegan", "Vegan: not known".
    private static func found(_ preference: Diet.Preference, _ answer: DietReport.Answer) -> String {
        switch answer {
        case .yes: preference.words
        case .no: localized("Not \(preference.name, "diet")")
        case .careful, .cannotTell: localized("\(preference.words, "subject"): not known")
        }
    }

    /// Returns the ingredients with this finding, without those that only group others.
    private func ingredients(_ preference: Diet.Preference, _ finding: Product.Finding) -> [String] {
        leaves.filter { Self.finding(preference, $0) == finding }.map { TagWords.cut(TagWords.line($0.text)) }
    }

    private func analysis(_ preference: Diet.Preference) -> Product.Finding {
        switch preference {
        case .vegan: product.vegan
        case .vegetarian: product.vegetarian
        case .palmOilFree: product.palmOilFree
        }
    }

    private static func finding(_ preference: Diet.Preference, _ ingredient: Product.Ingredient) -> Product.Finding {
        switch preference {
        case .vegan: ingredient.vegan
        case .vegetarian: ingredient.vegetarian
        case .palmOilFree:
            switch ingredient.fromPalmOil {
            case .yes: .no
            case .no: .yes
            case .maybe: .maybe
            case .unknown: .unknown
            }
        }
    }

    /// Returns ingredients and allergens that exclude the preference. Words of the package count only without an analysis.
    private func against(_ preference: Diet.Preference) -> [String] {
        var against: [String] = []
        for node in nodes where Self.finding(preference, node) == .no {
            against.add(TagWords.cut(TagWords.line(node.text)))
        }
        for allergen in preference.forbidden {
            for tag in product.allergens.tags(about: allergen) { against.add(TagWords.words(tag)) }
            if analysis(preference) == .unknown {
                for clue in clues(allergen.vocabulary).contained { against.add(clue) }
            }
        }
        if preference == .palmOilFree, analysis(preference) == .unknown {
            for clue in clues(Self.palmOil).contained { against.add(clue) }
        }
        return against
    }

    private static let palmOil = FoodVocabulary(
        """
        palm oil, palm oils, palm fat, palm kernel*, palm stearin*, palm olein*, palm fruit oil, palmol*, palmfett*,
        palmkern*, palm, palme, palma, huile de palme, huiles de palme, graisse de palme, aceite de palma,
        grasa de palma, palmiste, olio di palma, grasso di palma, palmisto, palmolie, palmvet, oleo de palma,
        gordura de palma, olej palmowy, oleju palmowego, tluszcz palmowy, palmolja, palmolje, palmuoljy*
        """, except: "palm sugar*, palm heart*, hearts of palm, palm syrup, palm jaggery")
}

extension Diet.Preference {
    /// Allergens that such food never contains.
    var forbidden: [Allergen] {
        switch self {
        case .vegan: [.milk, .eggs, .fish, .crustaceans, .molluscs]
        case .vegetarian: [.fish, .crustaceans, .molluscs]
        case .palmOilFree: []
        }
    }

    /// The labels that promise it.
    var labels: [[String]] {
        switch self {
        case .vegan: [["vegan"], ["the", "vegan", "society"], ["european", "vegetarian", "union", "vegan"]]
        case .vegetarian:
            [["vegetarian"], ["european", "vegetarian", "union", "vegetarian"], ["european", "vegetarian", "union"]]
                + Diet.Preference.vegan.labels
        case .palmOilFree: [["palm", "oil", "free"], ["no", "palm", "oil"], ["without", "palm", "oil"]]
        }
    }
}
