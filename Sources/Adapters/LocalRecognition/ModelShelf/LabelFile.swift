import Foundation
import Messages
package import Recognition

/// `labels.json`: `{"version", "source", "labels": [{"index", "scientificName", "commonNames", "family", "rank"}]}`.
package enum LabelFile {
    private struct Contents: Decodable {
        struct Label: Decodable {
            let index: Int
            let scientificName: String
            let commonNames: [String]?
            let family: String?
            let rank: String?
        }

        let labels: [Label]
    }

    /// Reads the taxa by index; nil for a label that is not a plant.
    ///
    /// Throws `ModelFolderError` unless the indexes are 0, 1, 2 … without gap or repetition and all names are present.
    package static func read(_ path: String) throws(ModelFolderError) -> [Taxon?] {
        func refuse(
            _ code: ModelFolderError.Code, _ message: @autoclosure @escaping @Sendable () -> String
        ) -> ModelFolderError {
            ModelFolderError(code, file: path, message(), remedy: ModelFolder.reinstall)
        }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw refuse(.missing, localized("The labels are missing."))
        }
        let contents: Contents
        do {
            contents = try JSONDecoder().decode(Contents.self, from: data)
        } catch {
            throw refuse(.corrupt, localized("The labels cannot be read (\(ModelFolder.describe(error), "reason"))."))
        }
        let rows = contents.labels.sorted { $0.index < $1.index }
        guard !rows.isEmpty else { throw refuse(.mismatch, localized("There are no labels.")) }
        var labels: [Taxon?] = []
        for (place, row) in rows.enumerated() {
            guard row.index == place else {
                throw refuse(
                    .mismatch,
                    row.index < place
                        ? localized("Index \(row.index, "index") stands there twice.")
                        : localized("Index \(place, "index") is missing."))
            }
            if row.rank == "none" {
                labels.append(nil)
                continue
            }
            guard !row.scientificName.isEmpty, let rank = Taxon.Rank(rawValue: row.rank ?? "species") else {
                throw refuse(.mismatch, localized("Label \(place, "index") has no name or an unknown rank."))
            }
            labels.append(
                Taxon(
                    scientificName: row.scientificName, commonNames: row.commonNames ?? [], family: row.family,
                    rank: rank))
        }
        return labels
    }
}
