internal import CTesseract

/// Tesseract with one loaded language. Loading takes a tenth of a second, so keep the reader. Use it from one thread at
/// a time, if possible from the thread that created it.
package final class TextReader {
    /// The layout of the text in the picture.
    package enum Layout: Int32, Sendable, CaseIterable {
        /// One column of lines of different sizes.
        case column = 4
        /// One block of lines of the same size.
        case block = 6
        case line = 7
        /// Words at any place.
        case sparse = 11
    }

    private let handle: OpaquePointer

    package static var libraryVersion: String { TessVersion().map { String(cString: $0) } ?? "" }

    package init(_ data: TextData) throws(TextRecognitionError) {
        // Checked before the call, because the library only reports that it failed.
        guard data.isThere else { throw TextData.missing(data.language) }
        guard let handle = TessBaseAPICreate() else { throw Self.failure("TessBaseAPICreate") }
        self.handle = handle
        _ = stillroom_tesseract_alone()
        // Otherwise the library writes its messages to the standard error.
        _ = TessBaseAPISetVariable(handle, "debug_file", "/dev/null")
        guard TessBaseAPIInit2(handle, data.folder, data.language, OEM_LSTM_ONLY) == 0 else {
            throw TextRecognitionError(
                .failed, during: "TessBaseAPIInit2",
                "Text cannot be read: \(data.language).traineddata in \(data.folder) cannot be used.")
        }
    }

    deinit {
        TessBaseAPIEnd(handle)
        TessBaseAPIDelete(handle)
    }

    /// Returns the text lines from top to bottom. `values` is the luminance, one byte per pixel, row by row. Throws if
    /// there is no text; blank words are left out. Stops after `timeLimit`.
    package func lines(
        width: Int, height: Int, values: [UInt8], layout: Layout = .column, timeLimit: Duration = .seconds(6)
    ) throws(TextRecognitionError) -> [TextLine] {
        guard 8...Self.longestSide ~= width, 8...Self.longestSide ~= height, values.count == width * height else {
            throw TextRecognitionError(
                .invalidImage, during: "TessBaseAPISetImage", "The picture is too small, too large or damaged.")
        }
        _ = stillroom_tesseract_alone()
        TessBaseAPISetPageSegMode(handle, TessPageSegMode(UInt32(layout.rawValue)))
        defer { TessBaseAPIClear(handle) }
        TessBaseAPISetImage(handle, values, Int32(width), Int32(height), 1, Int32(width))
        TessBaseAPISetSourceResolution(handle, Self.resolution)
        guard let monitor = TessMonitorCreate() else { throw Self.failure("TessMonitorCreate") }
        defer { TessMonitorDelete(monitor) }
        TessMonitorSetDeadlineMSecs(monitor, Int32(clamping: Int(timeLimit / .milliseconds(1))))
        guard TessBaseAPIRecognize(handle, monitor) == 0 else { throw Self.failure("TessBaseAPIRecognize") }
        let lines = read(width: width, height: height)
        guard !lines.isEmpty else {
            throw TextRecognitionError(.noText, during: "TessBaseAPIRecognize", "No text was found in the picture.")
        }
        return lines
    }

    /// The resolution in dots per inch; it only bounds the size of a letter.
    private static let resolution: Int32 = 300
    private static let longestSide = 16_384

    private func read(width: Int, height: Int) -> [TextLine] {
        // The library returns no iterator if it found no text.
        guard let results = TessBaseAPIGetIterator(handle) else { return [] }
        defer { TessResultIteratorDelete(results) }
        guard let page = TessResultIteratorGetPageIterator(results) else { return [] }
        var lines: [TextLine] = []
        var words: [TextLine.Word] = []
        var count = 0
        repeat {
            if TessPageIteratorIsAtBeginningOf(page, RIL_TEXTLINE) != 0, !words.isEmpty {
                lines.append(TextLine(words: words))
                words = []
            }
            if let word = word(results, page, width: width, height: height) {
                words.append(word)
                count += 1
            }
        } while count < TextLine.wordLimit && TessResultIteratorNext(results, RIL_WORD) != 0
        return words.isEmpty ? lines : lines + [TextLine(words: words)]
    }

    private func word(_ results: OpaquePointer, _ page: OpaquePointer, width: Int, height: Int) -> TextLine.Word? {
        guard let memory = TessResultIteratorGetUTF8Text(results, RIL_WORD) else { return nil }
        defer { TessDeleteText(memory) }
        let text = String(cString: memory).filter { !$0.isWhitespace && !$0.isNewline }
        var (left, top, right, bottom): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard !text.isEmpty, text.utf8.count <= TextLine.longestWord,
            TessPageIteratorBoundingBox(page, RIL_WORD, &left, &top, &right, &bottom) != 0
        else { return nil }
        let box = TextLine.Box(
            left: min(max(0, Int(left)), width), top: min(max(0, Int(top)), height),
            right: min(max(0, Int(right)), width), bottom: min(max(0, Int(bottom)), height))
        guard box.left < box.right, box.top < box.bottom else { return nil }
        let confidence = Double(TessResultIteratorConfidence(results, RIL_WORD))
        return TextLine.Word(
            text: text, confidence: confidence.isFinite ? min(max(0, confidence), 100) : 0, box: box)
    }

    private static func failure(_ operation: String) -> TextRecognitionError {
        TextRecognitionError(.failed, during: operation, "The text of the picture could not be read.")
    }
}
