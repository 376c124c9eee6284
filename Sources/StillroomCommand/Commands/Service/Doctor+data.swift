import Foundation
import Household
import Messages
import Recognition
import SQLRecords

/// What `doctor` says about the database and the photographs.
extension Doctor {
    /// Compares rows and files in both directions, and runs the database's own check.
    static func data(_ settings: Settings, tidy: Bool) async throws -> ([Finding], isDamaged: Bool) {
        guard Compose.hasDatabase(settings) else {
            let detail = localized("none yet in \(settings.dataDirectory, "folder")")
            return ([Finding(what: "data", isWell: true, detail: detail)], false)
        }
        let records = try await Compose.records(settings)
        let damage = try await records.damage()
        let known = try await records.digests()
        let database = Finding(
            what: "database", isWell: damage.isEmpty,
            detail: (settings.databaseAddress == nil ? "SQLite: " : "PostgreSQL: ") + words(damage: damage))
        let unattached = try await records.unattachedPhotographs()
        let (survey, photographs): (PhotographSurvey, PhotographStore)
        do {
            photographs = try Compose.photographs(settings)
            survey = try await PhotographSurvey(of: known, in: photographs)
        } catch {
            // A bucket that does not answer says nothing about the photographs.
            let failure = Finding(
                what: "photographs", isWell: false, detail: PhotographSurvey.words(failure: error))
            return ([database, failure], !damage.isEmpty)
        }
        let (missing, changed) = (survey.missing, survey.changed)
        if tidy, !(photographs.objects != nil && Compose.canUndoRestore(settings)) {
            for digest in survey.oldOrphans {
                // Checked again in the transaction: the photograph may have been captured again since the list was
                // made.
                try await records.removeFiles(of: digest, at: Date(), photographs.archive.remove)
            }
        }
        if tidy {
            for path in survey.unfinished where PhotographSurvey.isOld(path) {
                try? FileManager.default.removeItem(atPath: path)
            }
        }
        let photographsDetail =
            localized(
                """
                \(known.count, "count") remembered, \(missing, "missing") files missing, \(changed, "changed") files changed
                """) + survey.words
        return (
            [
                database,
                Finding(what: "photographs", isWell: missing == 0 && changed == 0, detail: photographsDetail),
                Finding(what: "unused photographs", isWell: true, detail: words(unattached: unattached)),
                Finding(
                    what: "left behind", isWell: true,
                    detail: words(orphans: survey.orphans, unfinished: survey.unfinished.count, isTidied: tidy)),
            ], !damage.isEmpty || missing > 0 || changed > 0
        )
    }

    private static func words(damage: [String]) -> String {
        guard !damage.isEmpty else { return localized("sound", context: "the database") }
        let shown = damage.prefix(3).joined(separator: "; ")
        return localized("\(shown, "damage"). Restore a backup.")
    }

    private static func words(unattached count: Int) -> String {
        count == 0
            ? localized("\(count, "count") belong to no plant, identification or label")
            : localized(
                count,
                one: """
                    \(count, "count") belong to no plant, identification or label; the server removes each after a day
                    """,
                other: """
                    \(count, "count") belong to no plant, identification or label; the server removes each after a day
                    """)
    }

    private static func words(orphans: Int, unfinished: Int, isTidied: Bool) -> String {
        orphans + unfinished == 0 || isTidied
            ? localized("\(orphans, "files") files without a row, \(unfinished, "unfinished") unfinished")
            : localized(
                """
                \(orphans, "files") files without a row, \(unfinished, "unfinished") unfinished; --tidy removes those \
                a day old
                """)
    }
}
