import Crypto
package import Foundation
import Messages
package import Recognition

/// A validated folder with `model.json`, weights and labels.
package struct ModelFolder: Sendable {
    package let path: String
    package let manifest: ModelManifest
    package let labels: [Taxon?]

    /// Reads the manifest and the labels. Throws `ModelFolderError` if a file is missing, malformed or contradicts
    /// another file.
    package init(path: String) throws(ModelFolderError) {
        self.path = path
        manifest = try Self.readManifest(path)
        try Self.checkNames(manifest, in: path)
        labels = try LabelFile.read(Self.inside(path, manifest.labels))
        try check()
    }

    /// The weights to load.
    package var weights: String { Self.inside(path, manifest.default ?? manifest.files.first?.path ?? "") }

    package func file(_ name: String) -> String { Self.inside(path, name) }

    /// The format of the weights to load: "openvino-ir", "onnx" or "tflite".
    package var format: String? {
        manifest.files.first { $0.path == (manifest.default ?? manifest.files.first?.path) }?.format
    }

    package var feed: ModelManifest.Input.Feed? {
        switch format {
        case "openvino-ir": manifest.input.openvinoIR
        case "onnx": manifest.input.onnx
        case "tflite": manifest.input.tflite
        default: nil
        }
    }

    /// Verifies every file's checksum. Throws `ModelFolderError` if one differs from the manifest.
    package func verify() throws(ModelFolderError) {
        for file in manifest.files {
            let path = Self.inside(path, file.path)
            guard let data = FileManager.default.contents(atPath: path) else {
                throw ModelFolderError(.missing, file: path, localized("The file is missing."), remedy: Self.reinstall)
            }
            guard data.count == file.bytes, Self.sum(data) == file.sha256.lowercased() else {
                throw ModelFolderError(
                    .corrupt, file: path, localized("The file is not the one the model was published with."),
                    remedy: Self.reinstall)
            }
        }
    }

    package static func sum(_ data: Data) -> String {
        Digest.hexadecimal(SHA256.hash(data: data))
    }

    static var reinstall: String {
        localized("Install the model again: stillroom models install FOLDER-OR-URL.")
    }

    private static func readManifest(_ path: String) throws(ModelFolderError) -> ModelManifest {
        let file = inside(path, ModelManifest.fileName)
        guard FileManager.default.fileExists(atPath: file) else {
            throw ModelFolderError(
                .missing, file: file, localized("There is no model here."),
                remedy: localized("stillroom models list shows the installed ones; stillroom models install adds one."))
        }
        try checkIsPlain(file)
        guard let data = FileManager.default.contents(atPath: file) else {
            throw ModelFolderError(
                .missing, file: file, localized("There is no model here."),
                remedy: localized("stillroom models list shows the installed ones; stillroom models install adds one."))
        }
        do {
            let manifest = try JSONDecoder().decode(ModelManifest.self, from: data)
            guard manifest.formatVersion == ModelManifest.supportedVersion else {
                throw ModelFolderError(
                    .unsupported, file: file, localized("Its format is version \(manifest.formatVersion, "version")."),
                    remedy: localized(
                        """
                        This Stillroom reads version \(ModelManifest.supportedVersion, "version"); stillroom models list \
                        shows others.
                        """))
            }
            return manifest
        } catch let error as ModelFolderError {
            throw error
        } catch {
            throw ModelFolderError(
                .corrupt, file: file, localized("It is not a valid manifest (\(describe(error), "reason"))."),
                remedy: reinstall)
        }
    }

    /// Checks that every file it names is a plain file in the folder itself: no link, no pipe, no file elsewhere.
    private static func checkNames(_ manifest: ModelManifest, in path: String) throws(ModelFolderError) {
        let names = manifest.files.map(\.path) + [manifest.labels, manifest.familiarity?.file].compactMap(\.self)
        for name in names {
            let parts = name.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 1, !name.isEmpty, name != ".", name != ".." else {
                throw ModelFolderError(
                    .corrupt, file: inside(path, ModelManifest.fileName),
                    localized("It names a file outside its folder: \(name, "file")."),
                    remedy: reinstall)
            }
            try checkIsPlain(inside(path, name))
        }
    }

    private static func checkIsPlain(_ file: String) throws(ModelFolderError) {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: file) else {
            throw ModelFolderError(.missing, file: file, localized("The file is missing."), remedy: reinstall)
        }
        guard attributes[.type] as? FileAttributeType == .typeRegular else {
            throw ModelFolderError(
                .corrupt, file: file, localized("It is a link or something else than a file."), remedy: reinstall)
        }
    }

    /// The number of elements of a shape; nil if the shape is invalid or larger than any supported model's.
    static func elementCount(_ shape: [Int]) -> Int? {
        var count = 1
        for side in shape {
            guard side > 0, case let (product, isTooLarge) = count.multipliedReportingOverflow(by: side), !isTooLarge,
                product <= 100_000_000
            else { return nil }
            count = product
        }
        return count
    }

    private func check() throws(ModelFolderError) {
        func refuse(
            _ code: ModelFolderError.Code, _ message: @autoclosure @escaping @Sendable () -> String
        ) -> ModelFolderError {
            ModelFolderError(
                code, file: Self.inside(path, ModelManifest.fileName), message(),
                remedy: localized(
                    "Ask the model's publisher, or install the model again: stillroom models install FOLDER-OR-URL."))
        }
        guard manifest.task == "image-classification" else {
            throw refuse(
                .unsupported, localized("Its task is \(manifest.task, "task"); image-classification is supported."))
        }
        guard !manifest.files.isEmpty else { throw refuse(.missing, localized("It has labels but no weights.")) }
        guard let feed, ["u8", "f32"].contains(feed.type), ["NHWC", "NCHW"].contains(feed.layout),
            feed.mean.count == 3, feed.scale.count == 3, feed.scale.allSatisfy({ $0 != 0 && $0.isFinite })
        else { throw refuse(.unsupported, localized("It does not say how its weights are to be fed.")) }
        guard (8...2048).contains(manifest.input.width), (8...2048).contains(manifest.input.height),
            manifest.input.crop == "centre", manifest.input.colour == "RGB",
            Self.filters[manifest.input.resize.filter] != nil,
            manifest.input.resize.exact == true
                || (manifest.input.resize.shorterSide.map { (8...4096).contains($0) } ?? false)
        else { throw refuse(.unsupported, localized("Its rule for resizing is not one this Stillroom knows.")) }
        if manifest.input.resize.exact != true, let side = manifest.input.resize.shorterSide,
            side < max(manifest.input.width, manifest.input.height)
        {
            throw refuse(.mismatch, localized("Its pictures are resized to less than is cut out of them."))
        }
        guard let scores = scores else {
            throw refuse(.unsupported, localized("It has no output of probabilities or logits."))
        }
        for output in manifest.outputs.values {
            guard Self.elementCount(output.shape) != nil,
                output.calibration.map({ $0.temperature.isFinite && $0.temperature > 0 }) ?? true,
                output.quantisation.map({ $0.scale.isFinite && $0.scale > 0 && $0.zeroPoint.isFinite }) ?? true
            else { throw refuse(.corrupt, localized("It has an output of an impossible shape or temperature.")) }
        }
        if let rule = manifest.familiarity {
            let isOfOutput = rule.output.map { name in
                manifest.outputs[name].map { $0.kind == "familiarity" && Self.elementCount($0.shape) == 1 } ?? false
            }
            guard isOfOutput ?? (rule.file != nil && rule.shape != nil) else {
                throw refuse(
                    .unsupported,
                    localized("Its rule of familiarity names neither an output of that kind nor a file with a shape."))
            }
        }
        if let rule = manifest.samePlant {
            guard rule.threshold > 0, rule.threshold <= 1, output(ofKind: "unit-vector") != nil else {
                throw refuse(.unsupported, localized("Its rule for recognising one plant again cannot be used."))
            }
        }
        let count = Self.elementCount(scores.output.shape) ?? 0
        guard labels.count == count else {
            throw refuse(
                .mismatch, localized("It has \(count, "outputs") outputs but \(labels.count, "labels") labels."))
        }
    }

    /// The output that ranks labels.
    package var scores: (name: String, output: ModelManifest.Output)? {
        manifest.outputs.filter { ["probabilities", "logits"].contains($0.value.kind) }
            .min { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    package func output(ofKind kind: String) -> String? {
        manifest.outputs.filter { $0.value.kind == kind }.keys.min()
    }

    static let filters = [
        "bilinear-antialiased": "bilinear", "bicubic-antialiased": "bicubic", "lanczos": "lanczos",
    ]

    static func inside(_ folder: String, _ name: String) -> String { folder + "/" + name }

    static func describe(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _): localized("\(key.stringValue, "field") is missing")
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            otherKind(context.codingPath.map(\.stringValue).joined(separator: "."))
        default: localized("not JSON")
        }
    }

    private static func otherKind(_ field: String) -> String {
        localized("\(field, "field") has another kind of value")
    }
}
