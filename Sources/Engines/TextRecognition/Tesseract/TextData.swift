import Foundation

/// The location of Tesseract's language data: a folder that contains, for example, `eng.traineddata`.
package struct TextData: Sendable, Hashable {
    package let folder: String
    package let language: String

    /// `folder` is the configured path.
    package init(folder: String, language: String = "eng") {
        self.folder = folder
        self.language = language
    }

    /// The first folder that contains the language: the value of TESSDATA_PREFIX, then the folders of Debian and of
    /// builds from source.
    package static func found(
        language: String = "eng", environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(TextRecognitionError) -> TextData {
        let named = environment["TESSDATA_PREFIX"].map { [$0, $0 + "/tessdata"] } ?? []
        for folder in named + usual {
            let data = TextData(folder: folder, language: language)
            if data.isThere { return data }
        }
        throw missing(language)
    }

    package var isThere: Bool {
        FileManager.default.isReadableFile(atPath: folder + "/" + language + ".traineddata")
    }

    static let usual = [
        "/usr/share/tesseract-ocr/5/tessdata", "/usr/share/tesseract-ocr/4.00/tessdata", "/usr/share/tessdata",
        "/usr/local/share/tessdata",
    ]

    static func missing(_ language: String) -> TextRecognitionError {
        TextRecognitionError(
            .dataMissing, during: "tessdata",
            "Text cannot be read: \(language).traineddata is not on this machine. Debian's package tesseract-ocr-\(language) has it; TESSDATA_PREFIX names another folder."
        )
    }
}
