import ArgumentParser
import Documents
import Foundation
import Household
import Messages
import Recognition

struct CacheCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: localized("Show or delete saved answers of Pl@ntNet."),
        discussion: Discussion.examples(
            """
            stillroom cache stats --json
            stillroom cache clear-expired
            """),
        subcommands: [Stats.self, Clear.self, ClearExpired.self], defaultSubcommand: Stats.self)

    struct Stats: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("Entries, hits, misses and size."))

        @OptionGroup var output: DocumentOptions

        @OptionGroup var common: AnywhereOptions

        func run() async throws {
            try await reporting {
                let statistics = try await document()
                if output.json { return try output.print(statistics) }
                let (saved, limit, days) = (statistics.entries, statistics.limit, statistics.days)
                Terminal.print(
                    localized(
                        """
                        \(saved, "count") of \(limit, "limit") answers saved, \(statistics.expired, "old") of them \
                        older than \(days, "days") days
                        """))
                let (hits, misses, bytes) = (statistics.hits, statistics.misses, statistics.bytes)
                Terminal.print(localized("\(hits, "hits") hits, \(misses, "misses") misses, \(bytes, "bytes") bytes"))
            }
        }

        private func document() async throws -> CacheDocument {
            if let house = try await common.elsewhere() { return try await house.get(HouseAPI.path("cache")) }
            let household = try await CacheCommand.household(common.here)
            return CacheDocument(try await household.identifications.cacheStatistics(), household.policy)
        }
    }

    struct Clear: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("Delete all saved answers."))

        @OptionGroup var output: DocumentOptions

        @OptionGroup var common: AnywhereOptions

        func run() async throws {
            try await reporting { try await CacheCommand.clear(common, onlyExpired: false, output) }
        }
    }

    struct ClearExpired: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear-expired", abstract: localized("Delete expired answers."))

        @OptionGroup var output: DocumentOptions

        @OptionGroup var common: AnywhereOptions

        func run() async throws {
            try await reporting { try await CacheCommand.clear(common, onlyExpired: true, output) }
        }
    }

    private static func household(_ common: CommonOptions) async throws -> Household {
        let settings = try await common.settings()
        return try await Compose.household(settings, withModel: false, logger: Compose.logger(settings))
    }

    private struct Removed: Decodable { let removed: Int }

    private static func clear(_ common: AnywhereOptions, onlyExpired: Bool, _ output: DocumentOptions) async throws {
        let count: Int
        if let house = try await common.elsewhere() {
            let answer: Removed = try await house.delete(
                HouseAPI.path("cache"), [("only", onlyExpired ? "expired" : nil)])
            count = answer.removed
        } else {
            count = try await household(common.here).identifications.clearCache(onlyExpired: onlyExpired)
        }
        if output.json { return try output.print(["removed": count]) }
        Terminal.print(localized(count, one: "1 answer deleted", other: "\(count, "count") answers deleted"))
    }
}
