import Agenda
import ArgumentParser
import Foundation
import Household
import LocalRecognition
import Plants

/// What a shell offers for the values of arguments and options.
extension CompletionKind {
    /// The words of an enumeration.
    static func words<Word: RawRepresentable<String> & CaseIterable>(_: Word.Type) -> CompletionKind {
        .list(Word.allCases.map(\.rawValue))
    }

    /// The names of the plants of the collection.
    static var plants: CompletionKind {
        ofHousehold { try await $0.collection.plants(PlantQuery(order: .name)).map(\.name) }
    }

    /// The rooms that plants are in.
    static var rooms: CompletionKind { ofHousehold { try await $0.collection.rooms().map(\.name) } }

    /// The short names of the chores that can be done now, as the agenda shows them.
    static var chores: CompletionKind {
        ofHousehold { household in
            try await household.agenda.view().items.filter(\.isNext).map { String($0.chore.id.rawValue.prefix(8)) }
        }
    }

    /// The time zones of this machine.
    static var zones: CompletionKind {
        .custom { _, _, _ in
            SystemZones.zones(environment: ProcessInfo.processInfo.environment).places().map(\.zone)
        }
    }

    /// The names of the installed models.
    static var models: CompletionKind {
        .custom { words, _, _ in
            guard let settings = await Self.settings(words) else { return [] }
            return Compose.shelf(settings).entries().compactMap { try? $0.contents.get().manifest.name }
        }
    }

    /// The keys of the settings.
    static var settings: CompletionKind { .list(Settings.Key.allCases.map(\.name)) }

    /// Offers what `values` returns for the household on this machine; nothing if there is no database, or on an error.
    private static func ofHousehold(
        _ values: @escaping @Sendable (Household) async throws -> [String]
    ) -> CompletionKind {
        .custom { words, _, _ in
            guard let settings = await Self.settings(words),
                Compose.hasDatabase(settings),
                let household = try? await Compose.household(
                    settings, withModel: false, logger: Compose.logger(settings))
            else { return [] }
            return (try? await values(household).map { Terminal.harmless($0) }) ?? []
        }
    }

    /// The settings of a command line; its --data-dir counts.
    private static func settings(_ words: [String]) async -> Settings? {
        var flags: [Settings.Key: String] = [:]
        if let place = words.firstIndex(of: "--data-dir"), words.indices.contains(place + 1) {
            flags[.command(.dataDirectory)] = words[place + 1]
        }
        flags[.command(.logLevel)] = "critical"
        return try? await Settings.read(flags: flags, environment: ProcessInfo.processInfo.environment)
    }
}
