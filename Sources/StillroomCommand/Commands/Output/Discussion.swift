import Messages

/// The text below the abstract in the help of a command. Command lines are the same in all languages.
enum Discussion {
    /// Returns a heading, the command lines below it, and an explanation if there is one.
    static func examples(_ lines: String, _ explanation: String? = nil) -> String {
        text(localized("Examples:"), lines, explanation)
    }

    /// The same for one command line.
    static func example(_ line: String, _ explanation: String? = nil) -> String {
        text(localized("Example:"), line, explanation)
    }

    private static func text(_ heading: String, _ lines: String, _ explanation: String?) -> String {
        let indented = lines.split(separator: "\n").map { "  " + $0 }
        return ([heading] + indented).joined(separator: "\n") + (explanation.map { "\n\n" + $0 } ?? "")
    }
}
