import Calendar
import Foundation
import Messages

/// Converts what a person typed after an option to a value; an error names the option.
enum Typed {
    static func day(_ text: String?, option: String) throws(CommandFailure) -> LocalDay? {
        guard let text else { return nil }
        guard let day = LocalDay(text) else {
            throw CommandFailure(
                .usage, localized("\(option, "option") “\(text, "text")” is not a date."),
                hint: localized("Write it as 2026-11-21."))
        }
        return day
    }

    static func word<Word: RawRepresentable<String> & CaseIterable>(
        _ text: String?, option: String, _: Word.Type = Word.self
    ) throws(CommandFailure) -> Word? {
        guard let text else { return nil }
        guard let word = Word(rawValue: text) else {
            let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw CommandFailure(
                .usage, localized("\(option, "option") “\(text, "text")” must be \(words, "words")."))
        }
        return word
    }

    /// Returns the lines of a file; of standard input if there is no file name or it is "-".
    static func lines(of file: String?) throws(CommandFailure) -> [String] {
        // A CSV file from a spreadsheet begins with a byte-order mark.
        String(decoding: try bytes(of: file).trimmingPrefix([0xEF, 0xBB, 0xBF]), as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline
        ).map(String.init)
    }

    static func bytes(of file: String?, limit: Int = 20 << 20) throws(CommandFailure) -> [UInt8] {
        let handle: FileHandle
        if let file, file != "-" {
            guard let opened = FileHandle(forReadingAtPath: file), !Photographs.isFolder(file) else {
                throw CommandFailure(.noInput, localized("\(file, "file") cannot be read."))
            }
            handle = opened
        } else {
            handle = .standardInput
        }
        do {
            let data = try handle.read(upToCount: limit + 1) ?? Data()
            guard data.count <= limit else {
                throw CommandFailure(.badData, localized("There is more than \(limit >> 20, "number") MiB."))
            }
            return [UInt8](data)
        } catch let error as CommandFailure {
            throw error
        } catch {
            let reason = String(describing: error)
            throw CommandFailure(
                .inputOutput,
                file.map { localized("\($0, "file") cannot be read: \(reason, "reason")") }
                    ?? localized("Standard input cannot be read: \(reason, "reason")"))
        }
    }
}
