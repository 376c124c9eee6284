import Documents
import Foundation
import HTTPTransport
import Household
import Imaging
import Messages
import Recognition
import Synchronization

/// Writes answers to standard output or a file, in one of several formats.
final class AnswerSheet: Sendable {
    enum Style { case people, plain, json, jsonArray, jsonLines }

    private let style: Style
    private let top: Int
    private let policy: Policy
    private let file: FileHandle?
    private let answered: Set<String>
    private let count = Mutex(0)
    private let selection: Mutex<FieldSelection?>

    /// Throws `CommandFailure` if `output` exists and is not to be resumed, or if it cannot be written.
    init(style: Style, fields: String?, output: String?, resume: Bool, top: Int, policy: Policy) throws {
        self.style = style
        selection = Mutex(fields.map { FieldSelection(FieldSelection.names($0)) })
        self.top = top
        self.policy = policy
        guard let output else {
            file = nil
            answered = []
            return
        }
        let exists = FileManager.default.fileExists(atPath: output)
        guard resume || !exists else {
            throw CommandFailure(
                .usage, localized("\(output, "file") exists."),
                hint: localized("Choose another name, or add to it with --jsonl --resume.")
            )
        }
        let known = exists ? try Self.repair(output) : []
        guard exists || FileManager.default.createFile(atPath: output, contents: nil),
            let file = FileHandle(forWritingAtPath: output)
        else {
            throw CommandFailure(.inputOutput, localized("\(output, "file") cannot be written."))
        }
        try file.seekToEnd()
        self.file = file
        answered = known
    }

    func hasAnswer(_ name: String) -> Bool { answered.contains(name) }

    func add(_ findings: InquiryResult, file name: String) throws {
        switch style {
        case .people: try write(Self.table(findings, name: name, top: top, under: policy) + "\n")
        case .plain where !hasSelection: try write(Self.line(findings.answer, name: name))
        default: try addDocument(AnswerDocument(findings, file: name, top: top))
        }
    }

    func add(_ failure: AnswerDocument.Failure, file name: String) throws {
        switch style {
        case .people: break  // reported on standard error
        case .plain where !hasSelection: try write(Self.line([name, "error", failure.code, failure.message]))
        default: try addDocument(AnswerDocument(file: name, error: failure))
        }
    }

    func finish() throws {
        if style == .jsonArray { try write(count.withLock { $0 } == 0 ? "[]" : "]") }
        selection.withLock { $0?.warn() }
        try file?.synchronize()
    }

    private var hasSelection: Bool { selection.withLock { $0 != nil } }

    private func addDocument(_ document: AnswerDocument) throws {
        if style == .plain {
            let values = try selection.withLock { try $0?.values(of: document) } ?? []
            return try write(values.map(\.cell).joined(separator: "\t"))
        }
        let isFirst = count.withLock { count in
            count += 1
            return count == 1
        }
        let selected = try selection.withLock { try $0?.of(document) }
        let text = String(
            decoding: try selected?.json(pretty: style == .json) ?? Data(document.json(pretty: style == .json)),
            as: UTF8.self)
        switch style {
        case .jsonArray: try write((isFirst ? "[\n" : ",\n") + text, ending: "")
        default: try write(text)
        }
    }

    private func write(_ text: String, ending: String = "\n") throws {
        guard let file else { return Terminal.print(raw: text + ending) }
        do {
            try file.write(contentsOf: Data((text + ending).utf8))
        } catch {
            throw CommandFailure(.inputOutput, localized("The answers cannot be written: is the disk full?"))
        }
    }

    /// Returns the files that an earlier run answered, and removes an incomplete last line, which a killed run leaves.
    /// A file that failed because of the photograph counts as answered; a file that failed for another reason does not.
    private static func repair(_ path: String) throws -> Set<String> {
        struct Line: Decodable {
            struct Failure: Decodable { let code: String }
            let file: String?
            let error: Failure?
        }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure(.inputOutput, localized("\(path, "file") cannot be read."))
        }
        var known: Set<String> = []
        var good = 0
        var start = data.startIndex
        while let end = data[start...].firstIndex(of: UInt8(ascii: "\n")) {
            guard let line = try? JSONDecoder().decode(Line.self, from: data[start..<end]) else {
                throw CommandFailure(
                    .badData, localized("\(path, "file") is not a file of answers, so nothing was added to it."))
            }
            if let name = line.file, !isOurs(line.error?.code) { known.insert(name) }
            start = end + 1
            good = start
        }
        if good < data.count, let file = FileHandle(forWritingAtPath: path) {
            try file.truncate(atOffset: UInt64(good))
            try file.close()
        }
        return known
    }

    /// Returns whether the failure is independent of the photograph, so that another attempt is useful.
    private static func isOurs(_ code: String?) -> Bool {
        guard let code else { return false }
        return code.hasPrefix("service-")
            || [
                ImagingError.Code.unavailable.rawValue, HouseholdError.Code.noAnswer.rawValue,
                CommandFailure.Status.interrupted.word, CommandFailure.Status.unavailable.word,
            ].contains(code)
    }

    private static func line(_ answer: Answer, name: String) -> String {
        let best = answer.candidates.first
        return line([
            name, answer.verdict.rawValue, best?.taxon.scientificName ?? "", best?.taxon.commonNames.first ?? "",
            best?.taxon.family ?? "", best.map { String(format: "%.4f", $0.confidence.value) } ?? "",
        ])
    }

    private static func line(_ fields: [String]) -> String {
        fields.map { $0.replacing(/[\t\n\r]/, with: " ") }.joined(separator: "\t")
    }
}
