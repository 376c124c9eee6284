import Foundation
import Imaging
import Labels
import TextRecognition

/// The serialised reading that a child process sends.
enum TextFile {
    private struct Line: Codable {
        let words: [Word]
        let place: [Double]
    }

    private struct Word: Codable {
        let text: String
        let confidence: Double
        let place: [Double]
        let isAgreed: Bool
    }

    private struct File: Codable {
        var code: String?
        var operation: String?
        var message: String?
        var lines: [Line] = []
        var isHandwritten = false
        var confidence: Double?
        var turns = 0
    }

    static func written(_ result: Result<RecognisedText, TextRecognitionError>) -> [UInt8] {
        var file = File()
        switch result {
        case .failure(let error):
            (file.code, file.operation, file.message) = (error.code.rawValue, error.operation, error.message)
        case .success(let text):
            (file.isHandwritten, file.confidence, file.turns) = (text.isHandwritten, text.confidence, text.turns)
            file.lines = text.lines.map { line in
                Line(
                    words: line.words.map { word in
                        Word(
                            text: word.text, confidence: word.confidence ?? 0, place: numbers(word.place),
                            isAgreed: word.isAgreed)
                    }, place: numbers(line.place))
            }
        }
        return (try? JSONEncoder().encode(file)).map { [UInt8]($0) } ?? []
    }

    /// Returns nil if the bytes are malformed: a child taken over by a malicious picture may write anything.
    static func read(_ bytes: [UInt8]) -> Result<RecognisedText, TextRecognitionError>? {
        guard let file = try? JSONDecoder().decode(File.self, from: Data(bytes)) else { return nil }
        if let code = file.code {
            return .failure(
                TextRecognitionError(
                    .init(rawValue: code), during: file.operation ?? "",
                    file.message ?? "The text of the picture could not be read."))
        }
        let lines = file.lines.compactMap(line)
        guard lines.count == file.lines.count, !lines.isEmpty, 0...3 ~= file.turns,
            0...1 ~= file.confidence ?? 0, lines.reduce(0, { $0 + $1.words.count }) <= 2 * TextLine.wordLimit
        else { return nil }
        return .success(
            RecognisedText(
                reader: .local, lines: lines, isHandwritten: file.isHandwritten, confidence: file.confidence,
                turns: file.turns))
    }

    private static func line(_ line: Line) -> RecognisedText.Line? {
        let words = line.words.compactMap { word -> RecognisedText.Word? in
            guard !word.text.isEmpty, word.text.utf8.count <= TextLine.longestWord,
                !word.text.contains(where: { $0.isWhitespace || $0.isNewline }), 0...1 ~= word.confidence,
                let place = place(word.place)
            else { return nil }
            return RecognisedText.Word(
                text: word.text, confidence: word.confidence, place: place, isAgreed: word.isAgreed)
        }
        guard !words.isEmpty, words.count == line.words.count, let place = place(line.place) else { return nil }
        return RecognisedText.Line(words: words, place: place)
    }

    private static func numbers(_ place: RecognisedText.Place?) -> [Double] {
        place?.corners.flatMap { [$0.x, $0.y] } ?? []
    }

    private static func place(_ numbers: [Double]) -> RecognisedText.Place? {
        guard numbers.count == 8, numbers.allSatisfy({ 0...1 ~= $0 }) else { return nil }
        return RecognisedText.Place(
            corners: stride(from: 0, to: 8, by: 2).map { .init(x: numbers[$0], y: numbers[$0 + 1]) })
    }
}
