import FoundationEssentials
import Synchronization

extension PhotographCollection {
    /// Removes photographs to which nothing has referred for a day, with their files. Returns how many photographs
    /// were removed. Throws `storageFailed` if a file could not be removed; the next call tries again.
    @discardableResult
    package func sweepPhotographs() async throws -> Int {
        let now = environment.now()
        let limit = sweeps.limit(at: now, steady: environment.steady())
        let count = try await records.sweepPhotographs(at: now, notedBefore: limit, of: id)
        try await removePictures()
        return count
    }

    /// How many photographs belong to nothing now.
    package func unattachedPhotographs() async throws -> Int { try await records.unattachedPhotographs(of: id) }

    /// Removes the files to which no row refers any more. A file that cannot be removed does not stop the others; the
    /// next sweep tries it again.
    func removePictures() async throws {
        var failure: (any Error)?
        let now = environment.now()
        for digest in try await records.filesToRemove(at: now, of: id) {
            do { try await records.removeFiles(of: digest, at: now, for: id, archive.remove) } catch { failure = error }
        }
        guard let failure else { return }
        throw HouseholdError(
            .storageFailed, "Some files of photographs could not be deleted yet.",
            hint: "It is tried again every ten minutes.", cause: failure)
    }
}

/// The sweeps of one process, which note photographs with the wall clock: a clock that is set ahead between two sweeps
/// (a machine without a battery for its clock) must not shorten the day for which a photograph is kept.
final class PhotographSweeps: Sendable {
    private struct Sweep {
        let wall: Date
        let steady: Duration
    }

    /// Oldest first; the first one that is a day old, and those after it.
    private let sweeps = Mutex<[Sweep]>([])
    /// So long a photograph is kept after the first sweep that found nothing that refers to it.
    private static let day = 86_400.0

    /// Until when a photograph must have been noted to be removed by the sweep that begins now.
    ///
    /// A note of this process counts once a day has passed by the steady clock since the sweep that made it. A note of an
    /// earlier process counts by the wall clock as it was at the first sweep, and what has passed since by the steady one.
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
