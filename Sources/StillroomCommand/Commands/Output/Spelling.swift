import ArgumentParser
import Labels
import Messages

/// Suggestions for words that were mistyped.
enum Spelling {
    /// Returns the word that was probably meant: the only one that begins with the text, or the nearest within two slips
    /// of the keyboard; nil if there is none.
    static func nearest(_ text: String, among words: [String]) -> String? {
        let typed = text.lowercased()
        let beginning = words.filter { $0.hasPrefix(typed) }
        if !typed.isEmpty, beginning.count == 1 { return beginning[0] }
        let limit = typed.utf8.count < 4 ? 1 : 2
        let near = words.compactMap { word in
            EditDistance.between(Array(typed.utf8), Array(word.utf8), atMost: limit).map { (word: word, distance: $0) }
        }
        return near.min { $0.distance < $1.distance }?.word
    }

    /// Returns an error message if a word stands where the name of a command must stand, and no command has that name.
    static func unknownCommand(_ arguments: [String], of root: any ParsableCommand.Type) -> String? {
        var command = root
        var path = [root._commandName]
        for argument in arguments {
            let names = command.configuration.subcommands
            guard !names.isEmpty, !argument.isEmpty, !argument.hasPrefix("-") else { return nil }
            if let next = names.first(where: { $0._commandName == argument }) {
                command = next
                path.append(argument)
                continue
            }
            if path.count == 1, argument == "help" { return nil }
            // The file of a backup may follow without "make".
            if let usual = command.configuration.defaultSubcommand, takesArguments(usual) { return nil }
            let shown = names.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
            let typed = (path.dropFirst() + [argument]).joined(separator: " ")
            guard let near = nearest(argument, among: shown) else {
                let names = shown.joined(separator: ", ")
                return localized("There is no command “\(typed, "command")”. There are: \(names, "commands").")
            }
            let meant = (path + [near]).joined(separator: " ")
            return localized("There is no command “\(typed, "command")”. Did you mean “\(meant, "otherCommand")”?")
        }
        return nil
    }

    /// Whether the command has arguments besides options. Many options are one word in its usage: "[<options>]".
    private static func takesArguments(_ command: any ParsableCommand.Type) -> Bool {
        command.usageString(includeHidden: false).replacing(/\[--[^\]]*\]/, with: "")
            .replacing("<options>", with: "").contains("<")
    }
}
