package import Foundation
import Messages

/// A model that this program describes but does not contain: where its weights are, how they are verified, and how they
/// are used. `Catalogues/models.json` lists them.
package struct InstallableModel: Sendable, Hashable, Decodable {
    package struct Download: Sendable, Hashable, Decodable {
        package let address: String
        /// The name of the file in the model folder, and its format.
        package let path: String
        package let format: String
        /// The exact size in bytes, if it is known.
        package let bytes: Int?
        /// The maximum size in bytes.
        package let atMost: Int
        /// One of the two: the SHA-256 of the file, or its name as a blob in a git repository.
        package let sha256: String?
        package let gitBlob: String?
    }

    package let name: String
    package let title: String
    package let download: Download
    /// The file of labels among the catalogues.
    private let labels: String
    private let manifest: ModelManifest

    package var licence: String { manifest.licence ?? "" }
    package var source: String { manifest.source ?? "" }
    package var notes: [String] { [manifest.accuracyNote, manifest.limitsNote].compactMap(\.self) }

    /// The number of plants that it knows. Throws `ModelFolderError` if its labels are damaged.
    package func plantCount() throws(ModelFolderError) -> Int {
        try LabelFile.read(Self.catalogues + labels).count { $0 != nil }
    }

    /// All models of the catalogue. Throws `DecodingError` or a file error if it is damaged, which a test excludes.
    package static func all() throws -> [InstallableModel] {
        try JSONDecoder().decode([Self].self, from: Data(contentsOf: URL(filePath: catalogues + "models.json")))
    }

    package static func named(_ name: String) throws -> InstallableModel? { try all().first { $0.name == name } }

    /// Writes a model folder around verified weights. Throws a file error.
    package func assemble(weights: URL, in folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let data = try Data(contentsOf: weights, options: .mappedIfSafe)
        try FileManager.default.copyItem(at: weights, to: folder.appending(path: download.path))
        try FileManager.default.copyItem(
            at: URL(filePath: Self.catalogues + labels), to: folder.appending(path: manifest.labels))
        let labelData = try Data(contentsOf: folder.appending(path: manifest.labels))
        var manifest = manifest
        manifest.files = [
            .init(path: download.path, format: download.format, bytes: data.count, sha256: ModelFolder.sum(data)),
            .init(
                path: manifest.labels, format: "labels", bytes: labelData.count, sha256: ModelFolder.sum(labelData)),
        ]
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(manifest).write(to: folder.appending(path: ModelManifest.fileName))
    }

    private static let catalogues =
        Bundle.module.bundleURL.appending(path: "Catalogues").path(percentEncoded: false) + "/"
}
