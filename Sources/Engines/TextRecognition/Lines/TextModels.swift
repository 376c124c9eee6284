import Foundation

/// The location of the models that find and read lines of text: PP-OCRv6, reduced to Latin script. Scripts/setup installs
/// them.
package struct TextModels: Sendable, Hashable {
    package let folder: String

    package init(folder: String) { self.folder = folder }

    /// The value of STILLROOM_TEXT_MODELS if it is set, otherwise the folder `text-models` beside the program, as a
    /// package installs it, otherwise the folder of Scripts/setup.
    package static func found(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(TextRecognitionError) -> TextModels {
        let models = TextModels(folder: environment["STILLROOM_TEXT_MODELS"] ?? besideProgram ?? usual)
        guard models.isThere else { throw models.missing() }
        return models
    }

    private static var besideProgram: String? {
        guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            return nil
        }
        let folder = URL(filePath: program).deletingLastPathComponent().appending(path: "text-models")
            .path(percentEncoded: false)
        return TextModels(folder: folder).isThere ? folder : nil
    }

    /// The folder in which Scripts/setup installs the models.
    static let usual = "/opt/stillroom/text-models-3.10.0"

    package var detection: String { folder + "/detection.onnx" }
    package var recognition: String { folder + "/recognition.onnx" }

    package var isThere: Bool {
        [detection, recognition, list].allSatisfy { FileManager.default.isReadableFile(atPath: $0) }
    }

    private var list: String { folder + "/characters.txt" }

    /// The text of each class of the recogniser's output. The first is empty and means no character.
    package func characters() throws(TextRecognitionError) -> [String] {
        guard let text = try? String(contentsOfFile: list, encoding: .utf8) else { throw missing() }
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    private func missing() -> TextRecognitionError {
        TextRecognitionError(
            .dataMissing, during: "text models",
            "Text cannot be read: the models of the text reader are not on this machine. Scripts/setup installs them; STILLROOM_TEXT_MODELS names another folder."
        )
    }
}
