import ArgumentParser
import Foundation

/// The options of every command that reads settings.
struct CommonOptions: ParsableArguments {
    @Option(name: .long, help: "Where plants, photographs and models are kept.")
    var dataDir: String?

    /// Reads the settings, with the given flags, and prints the warnings of the settings file.
    func settings(_ flags: [Settings.Key: String?] = [:]) async throws -> Settings {
        var given = flags.compactMapValues(\.self)
        given[.command(.dataDirectory)] = dataDir
        let settings = try await Settings.read(flags: given, environment: ProcessInfo.processInfo.environment)
        for warning in settings.warnings { Terminal.error(warning) }
        return settings
    }
}
