import ArgumentParser
import Messages

struct CompletionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completion", abstract: localized("Print the completions of a shell."),
        discussion: Discussion.examples(
            """
            stillroom completion bash > ~/.local/share/bash-completion/completions/stillroom
            stillroom completion zsh > ~/.zsh/functions/_stillroom
            stillroom completion fish > ~/.config/fish/completions/stillroom.fish
            """,
            localized(
                """
                Names of plants and rooms come from the household on this machine.
                """)))

    @Argument(
        help: ArgumentHelp(TypedWords.shells + "."), completion: .list(CompletionShell.allCases.map(\.rawValue))
    )
    var shell: String

    func run() throws {
        guard let shell = CompletionShell(rawValue: shell) else {
            let shells = CompletionShell.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError(localized("“\(shell, "text")” is not one of \(shells, "words")."))
        }
        Terminal.print(CompletionScript(shell: shell, root: Stillroom.self).text)
    }
}
