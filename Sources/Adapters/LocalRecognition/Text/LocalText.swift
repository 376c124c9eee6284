package import Household
package import Imaging
package import Labels
import Messages
import TextRecognition

/// Reads text in photographs on this machine: with two readers that share no code, and their agreement.
///
/// All work is done in the child process that decodes the picture, under that child's limits.
package struct LocalText: Sendable {
    private let pictures: PicturePool

    /// The pool's command must run `PictureWorker` with `inspectors`.
    package init(pictures: PicturePool) {
        self.pictures = pictures
    }

    /// The inspectors for the program that runs the picture worker. They share the readers, which are created with
    /// the first picture.
    package static var inspectors: [PictureInspector] { [.text(ReaderCache())] }

    /// The folders that the inspectors read.
    package static var foldersOfInspectors: [String] {
        [(try? TextModels.found())?.folder, (try? TextData.found())?.folder].compactMap(\.self)
    }

    /// Reads a photograph's text. Throws `HouseholdError`: `photographRefused` if the file is not a picture,
    /// `textMissing` if it contains no text (detail "no-text-found"), `readingFailed` with the detail
    /// "processing-failed" or "text-data-missing". Throws `CancellationError` if the task is cancelled.
    package func read(_ photograph: [UInt8]) async throws -> RecognisedText {
        let prepared: Prepared
        do {
            prepared = try await pictures.prepare(photograph, as: Preparation(inspector: PictureInspector.textName))
        } catch let error as ImagingError where error.code == .decoderDied || error.code == .tookTooLong {
            throw HouseholdError(Self.failed(error.operation))
        } catch let error as ImagingError {
            throw HouseholdError(error)
        }
        guard let result = TextFile.read(prepared.findings) else { throw HouseholdError(Self.failed("findings")) }
        do {
            return try result.get()
        } catch {
            throw HouseholdError(error)
        }
    }

    /// Returns what reads text on this machine, for `doctor`. Throws `HouseholdError` if something is missing.
    package static func versions() throws(HouseholdError) -> String {
        do throws(TextRecognitionError) {
            _ = (try TextModels.found(), try TextData.found())
            return "PP-OCRv6, Tesseract \(TextReader.libraryVersion)"
        } catch {
            throw HouseholdError(error)
        }
    }

    private static func failed(_ operation: String) -> TextRecognitionError {
        TextRecognitionError(.failed, during: operation, "The text of the picture could not be read.")
    }

    /// The readers of a worker process; a worker has one thread.
    fileprivate final class ReaderCache {
        private var readers: (lines: LineReader, sheets: TextReader)?

        func get() throws(TextRecognitionError) -> (lines: LineReader, sheets: TextReader) {
            if let readers { return readers }
            let made = (lines: try LineReader(try TextModels.found()), sheets: try TextReader(try TextData.found()))
            readers = made
            return made
        }
    }
}

extension PictureInspector {
    fileprivate static let textName = "text"

    fileprivate static func text(_ kept: LocalText.ReaderCache) -> PictureInspector {
        PictureInspector(textName) { light throws(ImagingError) in
            do {
                let readers = try kept.get()
                let passes = try TextPasses(light, lines: readers.lines, reader: readers.sheets)
                return TextFile.written(.success(try passes.text()))
            } catch let error as ImagingError {
                throw error
            } catch let error as TextRecognitionError {
                return TextFile.written(.failure(error))
            } catch {
                return []
            }
        }
    }
}

extension HouseholdError {
    init(_ error: TextRecognitionError) {
        let code: Code =
            switch error.code {
            case .invalidImage: .photographRefused
            case .noText: .textMissing
            default: .readingFailed
            }
        self.init(
            code, error.text, detail: error.code.rawValue,
            hint: error.code == .noText
                ? localized("Take the label from nearer by, in good light, so that it fills the picture.") : nil,
            cause: error)
    }
}
