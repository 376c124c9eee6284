import ArgumentParser
import Foundation

/// The options of every command that reads settings.
struct CommonOptions: ParsableArguments {
    @Option(name: .long, help: "Where plants, photographs and models are kept.")
    var dataDir: String?

    /// Reads the settings, with the given flags.
    func settings(_ flags: [Settings.Key: String?] = [:]) async throws -> Settings {
        var given = flags.compactMapValues(\.self)
        given[.dataDirectory] = dataDir
        return try await Settings.read(flags: given, environment: ProcessInfo.processInfo.environment)
    }
}
