import ArgumentParser
import Foundation
import Messages

/// The options of every command that reads settings.
struct CommonOptions: ParsableArguments {
    @Option(help: ArgumentHelp(localized("Where plants, photographs and models are kept.")), completion: .directory)
    var dataDir: String?

    @Option(
        help: ArgumentHelp(
            localized("Colour: \(TypedWords.colours, "words"). auto follows NO_COLOR and CLICOLOR_FORCE."),
            valueName: "when"))
    var color: ColorChoice?

    /// Reads the settings, with the given flags, and prints the warnings of the settings file. Finishes a restore that
    /// was interrupted.
    func settings(_ flags: [Settings.Key: String?] = [:]) async throws -> Settings {
        var given = flags.compactMapValues(\.self)
        given[.command(.dataDirectory)] = dataDir
        if let color { Terminal.choose(color) }
        let settings = try await Settings.read(flags: given, environment: ProcessInfo.processInfo.environment)
        for warning in settings.warnings { Terminal.error(warning) }
        try Compose.finishRestore(settings)
        return settings
    }
}

/// The options of every command that can also be used for a household on another machine.
struct AnywhereOptions: ParsableArguments {
    @OptionGroup var here: CommonOptions

    @Option(
        help: ArgumentHelp(
            localized("The household at this address, as https://stillroom.local:8443, by its API and a token."),
            valueName: "address"))
    var house: String?

    /// Returns the household on another machine; nil without --house.
    func elsewhere() async throws -> HouseAPI? {
        guard let house else { return nil }
        return try HouseAPI(house, settings: try await here.settings())
    }

    func settings(_ flags: [Settings.Key: String?] = [:]) async throws -> Settings { try await here.settings(flags) }

    /// Throws if an option that only works on this machine is given with --house.
    func refuse(_ option: String, _ isGiven: Bool) throws(CommandFailure) {
        guard house != nil, isGiven else { return }
        throw CommandFailure(.usage, localized("\(option, "options") cannot be used with --house."))
    }
}
