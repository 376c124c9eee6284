import ArgumentParser

struct CompletionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completion", abstract: "Print the completions of a shell.",
        discussion: """
            Examples:
              stillroom completion bash > ~/.local/share/bash-completion/completions/stillroom
              stillroom completion zsh > ~/.zsh/functions/_stillroom
              stillroom completion fish > ~/.config/fish/completions/stillroom.fish

            Names of plants and rooms come from the household on this machine.
            """)

    @Argument(help: "bash, zsh or fish.", completion: .list(CompletionShell.allCases.map(\.rawValue)))
    var shell: String

    func run() throws {
        guard let shell = CompletionShell(rawValue: shell) else {
            throw ValidationError(
                "“\(shell)” is not one of \(CompletionShell.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        Terminal.print(CompletionScript(shell: shell, root: Stillroom.self).text)
    }
}
