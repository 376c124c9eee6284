import ArgumentParser
import Dispatch

@main
enum Main {
    static func main() {
        // A decoder gives up its network access and its privileges while it has one thread; an asynchronous main has
        // several.
        if CommandLine.arguments.dropFirst().first == PictureWorkerCommand.name { return PictureWorkerCommand.work() }
        Task {
            await Stillroom.main()
            Stillroom.exit()
        }
        dispatchMain()
    }
}

struct Stillroom: AsyncParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "stillroom",
        abstract: "Name a household's plants and look after them, and know what is in its larder: on this machine.",
        discussion: """
            Examples:
              stillroom identify rose.jpg
              stillroom identify --jsonl photographs/ > answers.jsonl
              stillroom care "Monstera deliciosa" --pot-diameter 14
              stillroom agenda --days 7
              stillroom food product packet.jpg
              stillroom serve
            """,
        version: version,
        subcommands: [
            Identify.self, PlantsCommand.self, Care.self, AgendaCommand.self, Done.self, Food.self, Rx.self, Serve.self,
            QuotaCommand.self,
            Work.self, RemindersCommand.self, CacheCommand.self, Models.self, Doctor.self,
            SetupLink.self, AccountsCommand.self,
            PictureWorkerCommand.self,
        ])
}
