import FoundationEssentials
import Messages
import Synchronization

extension PhotographCollection {
    /// Removes photographs that have had no reference for a day, with their files. Returns the number of removed
    /// photographs. Throws `storageFailed` if a file could not be removed; the next call tries again.
    @discardableResult
    package func sweepPhotographs() async throws -> Int {
        let now = environment.now()
        let limit = sweeps.limit(at: now, steady: environment.steady())
        let count = try await records.sweepPhotographs(at: now, notedBefore: limit)
        try await removePictures()
        return count
    }

    /// Returns the number of photographs without references.
    package func unattachedPhotographs() async throws -> Int { try await records.unattachedPhotographs() }

    /// Removes the files without rows. A file that cannot be removed does not stop the others; the next sweep tries it
    /// again.
    func removePictures() async throws {
        var failure: (any Error)?
        let now = environment.now()
        for digest in try await records.filesToRemove(at: now) {
            do { try await records.removeFiles(of: digest, at: now, archive.remove) } catch { failure = error }
        }
        guard let failure else { return }
        throw HouseholdError(
            .storageFailed, localized("Some files of photos could not be deleted yet."),
            hint: localized("Stillroom tries again every ten minutes."), cause: failure)
    }
}

/// The sweeps of one process. Photographs are marked with the wall clock; a clock that is set ahead between two sweeps
/// (a machine without a battery for its clock) must not shorten the day for which a photograph is kept.
final class PhotographSweeps: Sendable {
    private struct Sweep {
        let wall: Date
        let steady: Duration
    }

    /// Oldest first: the last sweep that is at least a day old, and all later ones.
    private let sweeps = Mutex<[Sweep]>([])
    /// How long a photograph is kept after the first sweep that found it without references, in seconds.
    private static let day = 86_400.0

    /// Returns the latest mark of the photographs that the current sweep removes.
    ///
    /// A mark of this process is valid when a day has passed by the steady clock since the sweep that made it. A mark
    /// of an earlier process is compared with the wall clock of the first sweep, plus the time that has passed since by
    /// the steady clock.
    func limit(at wall: Date, steady: Duration) -> Date {
        sweeps.withLock { sweeps in
            sweeps.append(Sweep(wall: wall, steady: steady))
            while sweeps.count > 1, steady - sweeps[1].steady >= .seconds(Self.day) { sweeps.removeFirst() }
            let first = sweeps[0]
            if steady - first.steady >= .seconds(Self.day) { return first.wall }
            let passed = (steady - first.steady) / .seconds(1)
            return min(first.wall.addingTimeInterval(-1), first.wall.addingTimeInterval(passed - Self.day))
        }
    }
}
