import ArgumentParser

/// The completions of a shell, as the argument parser writes them, with one addition: behind a command with a default
/// subcommand (`stillroom agenda`), the options of that subcommand complete without its name, too.
///
/// Swift Argument Parser 1.8.2 completes them only behind the name of the subcommand (2026-11). Delete this type when it does.
struct CompletionScript {
    let shell: CompletionShell
    let root: any ParsableCommand.Type

    var text: String {
        var text = root.completionScript(for: shell)
        for (path, usual) in Self.defaults(of: root) { text = Self.adding(usual, of: path, to: text, shell) }
        return text
    }

    /// The commands with a default subcommand, each as the words before it, and the name of the subcommand.
    private static func defaults(
        of command: any ParsableCommand.Type, behind words: [String] = []
    ) -> [(path: [String], usual: String)] {
        let path = words + [command._commandName]
        let own = command.configuration.defaultSubcommand.map { [(path: path, usual: $0._commandName)] } ?? []
        return command.configuration.subcommands.reduce(into: own) { $0 += defaults(of: $1, behind: path) }
    }

    private static func adding(
        _ usual: String, of path: [String], to text: String, _ shell: CompletionShell
    ) -> String {
        let function = "_" + path.joined(separator: "_")
        // In bash the words behind the command are left; in zsh the command is the first word.
        let first = shell == .bash ? "unparsed_words[0]" : "words[2]"
        switch shell {
        case .bash, .zsh:
            let start = "\n\(function)() {\n"
            let branch = """
                    if [[ "${\(first)}" = -* ]]; then
                        \(function)_\(usual)
                        return
                    fi

                """
            return text.replacing(start, with: start + branch, maxReplacements: 1)
        case .fish:
            let longer = "_for_flags_or_options \"\((path + [usual]).joined(separator: " "))\" "
            let shorter = "_for_flags_or_options \"\(path.joined(separator: " "))\" "
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let known = Set(lines)
            return lines.flatMap { line in
                let short = Substring(line.replacing(longer, with: shorter, maxReplacements: 1))
                return short == line || known.contains(short) ? [line] : [line, short]
            }.joined(separator: "\n")
        default: return text
        }
    }
}
