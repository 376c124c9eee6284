import ArgumentParser
import Foundation
import Glibc
import Messages

/// The help and the errors of the argument parser in the language of the person. The parser writes English only, so its
/// sentences are recognised and replaced; one that is not known stays as it is.
enum ParserText {
    /// Prints what the parser says about the arguments, and ends the program with the parser's status.
    static func exit(_ error: any Error) -> Never {
        let status = Stillroom.exitCode(for: error)
        // The parser would wrap each line of a paragraph by itself.
        let raw = Stillroom.fullMessage(for: error, columns: 100_000)
        if !raw.isEmpty {
            if status.isSuccess { Terminal.print(help(raw, columns: columns)) } else { Terminal.error(failure(raw)) }
        }
        Glibc.exit(status.rawValue)
    }

    /// The width of the terminal: `COLUMNS`, what the terminal says, or 80.
    private static var columns: Int {
        if let columns = ProcessInfo.processInfo.environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 {
            return columns
        }
        var size = winsize()
        let isKnown = unsafe withUnsafeMutablePointer(to: &size) {
            unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), $0) == 0
        }
        return isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    // MARK: Help

    /// The column in which the texts of arguments, options and subcommands begin.
    private static let textColumn = 26

    /// Returns the help with its headings in the language of the person, wrapped to a width in characters. A text that is
    /// no help, such as a completion script, is returned unchanged.
    static func help(_ raw: String, columns: Int) -> String {
        guard raw.hasPrefix("OVERVIEW: ") || raw.hasPrefix("USAGE: ") else { return raw }
        var text = "", paragraph = "", isList = false
        func add(_ line: String) { text += line + "\n" }
        func endParagraph() {
            if !paragraph.isEmpty { add(wrapped(paragraph, columns, indent: 0)) }
            paragraph = ""
        }
        for line in raw.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if let heading = headings.first(where: { line.hasPrefix($0.name + ":") }) {
                endParagraph()
                isList = heading.name != "OVERVIEW"
                let words = heading.word + line.dropFirst(heading.name.count)
                if isList { add(words) } else { paragraph = words }
            } else if isList {
                add(listed(line, columns))
            } else if line.isEmpty || line.hasPrefix(" ") {
                endParagraph()
                add(line)
            } else {
                paragraph += paragraph.isEmpty ? line : " " + line
            }
        }
        endParagraph()
        return String(text.dropLast())
    }

    private static var headings: [(name: String, word: String)] {
        [
            ("OVERVIEW", localized("OVERVIEW")), ("USAGE", localized("USAGE")), ("ARGUMENTS", localized("ARGUMENTS")),
            ("OPTIONS", localized("OPTIONS")), ("SUBCOMMANDS", localized("SUBCOMMANDS")),
        ]
    }

    /// Returns a line of a list, or the last line of the help.
    private static func listed(_ line: String, _ columns: Int) -> String {
        if let match = line.wholeMatch(of: /\ \ See '(.+)' for detailed help\./) {
            return "  " + localized("See '\(String(match.1), "command")' for detailed help.")
        }
        let label = line.prefix(textColumn)
        guard line.count > textColumn, label.hasPrefix("  "), label.hasSuffix("  ") else { return line }
        let name = label.replacing(/\ +$/, with: "")
            .replacing("(default)", with: localized("(default)", context: "subcommand"))
        let padded = name + String(repeating: " ", count: max(2, textColumn - name.count))
        return wrapped(padded + explanation(String(line.dropFirst(textColumn))), columns, indent: textColumn)
    }

    /// Returns the text of an argument, an option or a subcommand with the parser's own words in the language.
    private static func explanation(_ text: String) -> String {
        switch text {
        case "Show the version.": return localized("Show the version.")
        case "Show help information.": return localized("Show help information.")
        case "Show subcommand help information.": return localized("Show subcommand help information.")
        default:
            guard let match = text.wholeMatch(of: /(.*?)\((?:values: (.+?))?(?:; )?(?:default: (.+))?\)/) else {
                return text
            }
            let before = String(match.1)
            switch (match.2.map(String.init), match.3.map(String.init)) {
            case (let values?, let usual?):
                return before + localized("(values: \(values, "values"); default: \(usual, "default"))")
            case (let values?, nil): return before + localized("(values: \(values, "values"))")
            case (nil, let usual?): return before + localized("(default: \(usual, "default"))")
            case (nil, nil): return text
            }
        }
    }

    /// Wraps a line at its spaces. All lines after the first begin with `indent` spaces. A longer word stays whole.
    private static func wrapped(_ line: String, _ columns: Int, indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        let (head, rest) = (line.prefix(indent), line.dropFirst(indent))
        var lines: [String] = [], current = String(head)
        var isFirstWord = true
        for word in rest.split(separator: " ") {
            if !isFirstWord, current.count + 1 + word.count > max(columns, indent + 20) {
                lines.append(current)
                current = margin + word
            } else {
                current += isFirstWord ? String(word) : " " + word
            }
            isFirstWord = false
        }
        return (lines + [current]).joined(separator: "\n")
    }

    // MARK: Errors

    /// Returns an error of the parser, with its help and its usage, in the language of the person.
    static func failure(_ raw: String) -> String {
        guard raw.hasPrefix("Error: ") else { return raw }
        let lines = raw.dropFirst("Error: ".count).split(separator: "\n", omittingEmptySubsequences: false)
        let end = lines.firstIndex { $0.hasPrefix("Help:  ") || $0.hasPrefix("Usage: ") } ?? lines.endIndex
        let raw = lines[..<end].joined(separator: "\n")
        let message = message(raw) ?? raw
        let rest = lines[end...].map { line in
            let line = String(line)
            if let match = line.wholeMatch(of: /Help:  (.*)/) { return localized("Help: \(String(match.1), "help")") }
            if let match = line.wholeMatch(of: /Usage: (.*)/) { return localized("Usage: \(String(match.1), "usage")") }
            if let match = line.wholeMatch(of: /\ \ See '(.+)' for more information\./) {
                return "  " + localized("See '\(String(match.1), "command")' for more information.")
            }
            return line
        }
        return ([localized("Error: \(message, "message")")] + rest).joined(separator: "\n")
    }

    /// Returns nil for a sentence that is not known.
    static func message(_ text: String) -> String? {
        if let match = text.wholeMatch(of: /Unknown option '(.+)'\. Did you mean '(.+)'\?/) {
            return localized(
                "Unknown option '\(String(match.1), "option")'. Did you mean '\(String(match.2), "otherOption")'?")
        }
        if let match = text.wholeMatch(of: /Unknown option '([^'\n]+)'/) {
            return localized("Unknown option '\(String(match.1), "option")'")
        }
        if let match = text.wholeMatch(of: /Missing value for '([^\n]+)'/) {
            return localized("Missing value for '\(String(match.1), "option")'")
        }
        if let match = text.wholeMatch(of: /Missing expected argument '(.+)'/) {
            return localized("Missing expected argument '\(String(match.1), "argument")'")
        }
        if let match = text.wholeMatch(of: /Missing one of: '(.+)'/) {
            return localized("Missing one of: '\(String(match.1), "arguments")'")
        }
        if let match = text.wholeMatch(of: /Unexpected argument '((?:.|\n)*)'/) {
            return localized("Unexpected argument '\(String(match.1), "argument")'")
        }
        if let match = text.wholeMatch(of: /(\d+) unexpected arguments: '((?:.|\n)*)'/), let count = Int(match.1) {
            let arguments = String(match.2)
            return localized(
                count, one: "1 unexpected argument: '\(arguments, "arguments")'",
                other: "\(count, "count") unexpected arguments: '\(arguments, "arguments")'")
        }
        if let match = text.wholeMatch(of: /The option '(.+)' does not take any value, but '(.*)' was specified\./) {
            return localized(
                """
                The option '\(String(match.1), "option")' does not take any value, but '\(String(match.2), "value")' was \
                specified.
                """)
        }
        return refusedValue(text)
    }

    private static func refusedValue(_ text: String) -> String? {
        guard let match = text.wholeMatch(of: /The value '((?:.|\n)*)' is invalid for '([^']+)'((?:.|\n)*)/) else {
            return nil
        }
        let (value, option, rest) = (String(match.1), String(match.2), String(match.3))
        let refusal = localized("The value '\(value, "value")' is invalid for '\(option, "option")'")
        if let named = rest.wholeMatch(of: /\. Please provide one of (.+)\./) {
            let names = String(named.1).matches(of: /'([^']*)'/).map { "'\($0.1)'" }.joined(separator: ", ")
            return refusal + ". " + localized("Please provide one of \(names, "values").")
        }
        if let named = rest.wholeMatch(of: /\. Please provide one of the following:((?:.|\n)*)/) {
            return refusal + ". " + localized("Please provide one of the following:") + named.1
        }
        // Behind a colon stands a reason in the language already.
        return refusal + rest
    }
}
