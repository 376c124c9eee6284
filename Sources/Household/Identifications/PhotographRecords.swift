package import Accounts
package import FoundationEssentials
package import Plants
package import Recognition

/// Photographs, and the files that may be removed. A slice of `Records`.
package protocol PhotographRecords: Sendable {
    /// Announces photographs whose files are about to be written. No file with one of their digests is removed until
    /// the photographs are added or given up, or until `deadline`.
    func announce(_ photographs: [Photograph], until deadline: Date) async throws
    /// Withdraws announced photographs that will not be added. Their files become removable.
    func giveUp(_ photographs: [Photograph]) async throws
    /// Returns the digests whose files are removable: their photographs were deleted, given up, or announced and not
    /// added before the deadline.
    func filesToRemove(at now: Date) async throws -> [Digest]
    /// Calls `remove` in the write transaction unless a photograph of any household has the digest or is announced with
    /// it, so no photograph can be added between the check and the removal. Afterwards the digest is no longer listed
    /// as removable, unless `remove` throws. Returns true if `remove` was called. `remove` may block.
    @discardableResult
    func removeFiles(
        of digest: Digest, at now: Date,
        _ remove: @escaping @Sendable (Digest) throws -> Void
    ) async throws -> Bool
    /// Adds announced photographs, and links them to `plant` if it is given, in one transaction. Throws `notFound` if
    /// there is no such plant, and `storageFailed` if a photograph is no longer announced, because its files may be
    /// removed already.
    func add(_ photographs: [Photograph], to plant: Plant.ID?) async throws
    /// Adds an announced photograph of a guest to a plant, in one transaction. Throws as the verb above, `linkRefused` if
    /// the link of the guest is over when the photograph was taken, and `tooManyPhotographs` if the guest has added
    /// `GuestLink.photographsADay` within 24 hours.
    func add(_ photograph: Photograph, to plant: Plant.ID, by guest: GuestLink) async throws
    /// Returns the names of the guests who took photographs of a plant; a photograph of the household has none.
    func guestPhotographs(of plant: Plant.ID) async throws -> [Photograph.ID: String]
    /// Removes those of the photographs that have no references; the others stay. The files of the removed ones become
    /// removable.
    func discard(_ photographs: [Photograph.ID]) async throws
    /// Returns the number of photographs without a reference from an identification, a plant or a label.
    func unattachedPhotographs() async throws -> Int
    /// Removes photographs that have no references and were marked as unreferenced at `limit` or earlier, and marks the
    /// other unreferenced ones with `now`. A photograph with a reference loses its mark. The files of the removed ones
    /// become removable. Returns the number of removed photographs.
    func sweepPhotographs(at now: Date, notedBefore limit: Date) async throws -> Int
    func photograph(_ id: Photograph.ID) async throws -> Photograph?
    /// Returns true if a photograph of any household has this digest.
    func uses(_ digest: Digest) async throws -> Bool
}
