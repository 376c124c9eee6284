import FoundationEssentials

extension Household {
    /// Removes photographs to which nothing has referred for a day, with their files. Returns how many photographs
    /// were removed. Throws `storageFailed` if a file could not be removed; the next call tries again.
    @discardableResult
    package func sweepPhotographs() async throws -> Int {
        let now = environment.now()
        let count = try await records.sweepPhotographs(
            at: now, notedBefore: now.addingTimeInterval(-Self.unattachedSeconds), of: id)
        try await removePictures()
        return count
    }

    /// How many photographs belong to nothing now.
    package func unattachedPhotographs() async throws -> Int { try await records.unattachedPhotographs(of: id) }

    /// So long a photograph is kept after the first sweep that found nothing that refers to it.
    private static let unattachedSeconds = 86_400.0
}
