package import Household
import Messages
package import Recognition

/// Copies photographs between a folder and a bucket. Each copy is read back and verified. What is there already is read and
/// verified, too, and not copied again, so a move that was interrupted can be repeated.
package struct PhotographMove: Sendable {
    package struct Report: Sendable, Hashable {
        /// Photographs that were copied now.
        package var copied = 0
        /// Photographs that were there already.
        package var present = 0
        /// Photographs of which a file is missing or damaged where the move began. What there was of them was copied.
        package var incomplete: [Digest] = []
        /// Photographs that were removed meanwhile.
        package var gone = 0
        package var bytes = 0

        package var count: Int { copied + present + incomplete.count + gone }
    }

    private let objects: PhotographObjects
    private let files: PhotographArchive

    /// How many photographs are copied at the same time.
    private static let width = 4
    /// The original is stored last, as when it is taken.
    private static let order: [PhotographArchive.Kind] = [.display, .thumbnail, .original]

    package init(objects: PhotographObjects, files: PhotographArchive) {
        self.objects = objects
        self.files = files
    }

    /// Copies photographs of the folder into the bucket. Throws at the first one that cannot be stored; those before it stay.
    package func toBucket(
        _ digests: [Digest], progress: @escaping @Sendable (Report) -> Void = { _ in }
    ) async throws -> Report {
        try await each(digests, progress) { digest in
            guard let original = try await files.read(digest, .original) else { return Report(gone: 1) }
            let isDamaged = try files.digest(original) != digest
            var (isWhole, bytes) = (true, 0)
            for kind in Self.order {
                // Renditions of one original may differ between releases, and all are right.
                if try await objects.intact(digest, kind) != nil { continue }
                let content = kind == .original ? original : try await files.read(digest, kind)
                guard let content, kind != .original || !isDamaged else {
                    isWhole = false
                    continue
                }
                try await objects.bucket.put(
                    PhotographObjects.key(digest, kind), content, type: PhotographObjects.mediaType(kind),
                    isReplacing: true)
                guard try await objects.intact(digest, kind) == content else { throw Self.differs }
                bytes += content.count
            }
            guard isWhole else { return Report(incomplete: [digest], bytes: bytes) }
            return bytes == 0 ? Report(present: 1) : Report(copied: 1, bytes: bytes)
        }
    }

    /// Copies photographs of the bucket into the folder. Throws at the first one that cannot be stored; those before it stay.
    package func toFolder(
        _ digests: [Digest], progress: @escaping @Sendable (Report) -> Void = { _ in }
    ) async throws -> Report {
        try await each(digests, progress) { digest in
            var content: [PhotographArchive.Kind: [UInt8]] = [:]
            for kind in Self.order { content[kind] = try await objects.intact(digest, kind) }
            guard let original = content[.original], let display = content[.display],
                let thumbnail = content[.thumbnail]
            else { return Report(incomplete: [digest]) }
            if try await has(digest, content) { return Report(present: 1) }
            // Files that are there are not replaced by others of the same name.
            try files.remove(digest)
            // Only the bytes are stored.
            _ = try await files.keep(
                original, .init(format: .jpeg, width: 0, height: 0, display: display, thumbnail: thumbnail))
            guard try await has(digest, content) else { throw Self.differs }
            return Report(copied: 1, bytes: original.count + display.count + thumbnail.count)
        }
    }

    /// Whether the folder has these files.
    private func has(_ digest: Digest, _ content: [PhotographArchive.Kind: [UInt8]]) async throws -> Bool {
        for (kind, bytes) in content where try await files.read(digest, kind) != bytes { return false }
        return true
    }

    private func each(
        _ digests: [Digest], _ progress: @escaping @Sendable (Report) -> Void,
        _ work: @escaping @Sendable (Digest) async throws -> Report
    ) async throws -> Report {
        try await withThrowingTaskGroup(of: Report.self) { group in
            var rest = digests.makeIterator()
            var total = Report()
            for digest in (0..<Self.width).compactMap({ _ in rest.next() }) {
                group.addTask { try await work(digest) }
            }
            while let report = try await group.next() {
                total.copied += report.copied
                total.present += report.present
                total.incomplete += report.incomplete
                total.gone += report.gone
                total.bytes += report.bytes
                progress(total)
                if let digest = rest.next() { group.addTask { try await work(digest) } }
            }
            return total
        }
    }

    private static var differs: HouseholdError {
        HouseholdError(
            .storageFailed, localized("A copy of a photograph differs from what was copied."),
            hint: localized("Check the disk and the service, then try again."))
    }
}
