import ArgumentParser

@main
struct Stillroom: AsyncParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "stillroom",
        abstract: "A household's own plant recogniser: on this machine, without an account.",
        discussion: """
            Examples:
              stillroom identify rose.jpg
              stillroom identify --jsonl photographs/ > answers.jsonl
              stillroom serve
            """,
        version: version,
        subcommands: [Identify.self, Serve.self, Models.self, Doctor.self, PictureWorkerCommand.self])
}
