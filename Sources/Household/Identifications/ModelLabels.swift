import Plants
package import Recognition

/// A label of a model: a taxon that it can name, and its place among the outputs.
package struct ModelLabel: Sendable, Hashable {
    /// From 0.
    package let index: Int
    package let taxon: Taxon

    package init(index: Int, taxon: Taxon) {
        self.index = index
        self.taxon = taxon
    }

    /// Whether the label is found by the text: its index, or a part of its name, common names or family, ignoring case and
    /// accents. An empty text finds every label.
    package func isFound(by text: String) -> Bool {
        let words = Plant.folded(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty else { return true }
        if let number = Int(words) { return number == index }
        return ([taxon.scientificName, taxon.family ?? ""] + taxon.commonNames).contains {
            Plant.folded($0).contains(words)
        }
    }
}

extension Identifications {
    /// Returns the labels of the model in use that the text finds, by name. Throws `HouseholdError` if there is no model.
    package func modelLabels(foundBy text: String = "") throws -> [ModelLabel] {
        _ = try recogniserAbout().get()
        return inquirer.recogniser.labels().filter { $0.isFound(by: text) }
            .sorted { $0.taxon.scientificName < $1.taxon.scientificName }
    }
}
