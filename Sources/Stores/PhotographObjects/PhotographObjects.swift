import Concurrency
package import Foundation
package import Household
import Messages
package import Recognition
import Synchronization

/// Photographs as objects of a bucket, with the names that they have as files: `ab/cd/abcd….original`, `.display.jpg`,
/// `.thumbnail.jpg`.
///
/// The original is stored last and removed first, so that an original has its renditions. Photographs that are still in the
/// folder of files are read from there, so that a household works while it is moved.
package struct PhotographObjects: Sendable {
    package let bucket: Bucket
    private let cache: ObjectCache
    /// The photographs that were not moved yet.
    private let files: PhotographArchive
    /// Whether photographs that are removed stay in the bucket, because the data before a restore may come back.
    private let keepsRemoved: @Sendable () -> Bool
    private let pause = RemovalPause()
    private let health = BucketHealth()

    /// Sends nothing.
    package init(
        bucket: Bucket, cache: ObjectCache, files: PhotographArchive,
        keepsRemoved: @escaping @Sendable () -> Bool = { false }
    ) {
        self.bucket = bucket
        self.cache = cache
        self.files = files
        self.keepsRemoved = keepsRemoved
    }

    package var archive: PhotographArchive {
        PhotographArchive(
            digest: files.digest, keep: { try await keep($0, $1) }, read: { try await read($0, $1) },
            remove: { try remove($0) }, tidy: files.tidy,
            check: {
                // Identifications and labels are prepared on this machine's disk, too.
                try await files.check()
                try await health.check { try await bucket.check() }
            })
    }

    static func key(_ digest: Digest, _ kind: PhotographArchive.Kind) -> String {
        let name = digest.hexadecimal
        let ending = kind == .original ? "original" : "\(kind.rawValue).jpg"
        return "\(name.prefix(2))/\(name.dropFirst(2).prefix(2))/\(name).\(ending)"
    }

    /// The digest of an original with this name; nil for other objects.
    static func digest(ofOriginal key: String) -> Digest? {
        guard key.hasSuffix(".original"), let name = key.split(separator: "/").last,
            let digest = Digest(String(name.dropLast(".original".count))), Self.key(digest, .original) == key
        else { return nil }
        return digest
    }

    static func mediaType(_ kind: PhotographArchive.Kind) -> String {
        kind == .original ? "application/octet-stream" : "image/jpeg"
    }

    // MARK: - Verbs

    private func keep(_ original: [UInt8], _ print: PictureProcessor.Rendition) async throws -> Digest {
        let digest = try files.digest(original)
        async let display: Void = keep(digest, .display, print.display)
        async let thumbnail: Void = keep(digest, .thumbnail, print.thumbnail)
        _ = try await (display, thumbnail)
        let key = Self.key(digest, .original)
        let isFirst = try await bucket.put(key, original, type: Self.mediaType(.original), isReplacing: false)
        // What was there already must be the same photograph: a row will depend on it.
        if !isFirst {
            let state = try await bucket.state(key)
            if state?.size != original.count || state?.hash.map({ $0 == digest.hexadecimal }) == false {
                try await bucket.put(key, original, type: Self.mediaType(.original), isReplacing: true)
            }
        }
        return digest
    }

    /// Stores a rendition; it is seen soon, so a copy stays here.
    private func keep(_ digest: Digest, _ kind: PhotographArchive.Kind, _ bytes: [UInt8]) async throws {
        let key = Self.key(digest, kind)
        // Those who stored the same photograph before may have made the rendition with another release.
        let isFirst = try await bucket.put(key, bytes, type: Self.mediaType(kind), isReplacing: false)
        if isFirst { await cache.keep(key, bytes) }
    }

    private func read(_ digest: Digest, _ kind: PhotographArchive.Kind) async throws -> [UInt8]? {
        let key = Self.key(digest, kind)
        if let bytes = await cache.read(key) { return bytes }
        // What is not moved yet needs no service.
        if let bytes = try await files.read(digest, kind) { return bytes }
        guard let bytes = try await fetch(digest, kind) else { return nil }
        await cache.keep(key, bytes)
        return bytes
    }

    /// The sizes that are expected about, in bytes.
    private static func usualSize(_ kind: PhotographArchive.Kind) -> Int { kind == .original ? 20 << 20 : 0 }

    /// Returns the content of an object, verified; nil if there is none. Does not look into the cache.
    ///
    /// An original is compared with its name. A rendition is compared with the hash that was stored with it; one that a
    /// person copied with another tool has none, and must at least begin as a JPEG file does.
    package func fetch(_ digest: Digest, _ kind: PhotographArchive.Kind) async throws -> [UInt8]? {
        guard let bytes = try await bucket.get(Self.key(digest, kind), about: Self.usualSize(kind)) else { return nil }
        let isWhole = try kind == .original ? files.digest(bytes) == digest : bytes.starts(with: [0xFF, 0xD8])
        guard isWhole else { throw Bucket.damaged }
        return bytes
    }

    /// Returns the content of an object, verified; nil if there is none, or a damaged one.
    package func intact(_ digest: Digest, _ kind: PhotographArchive.Kind) async throws -> [UInt8]? {
        do { return try await fetch(digest, kind) } catch let error as HouseholdError where Bucket.isDamage(error) {
            return nil
        }
    }

    /// Removes the objects of a photograph, the original first. Takes at most four seconds.
    package func removeObjects(of digest: Digest) async throws {
        try await bucket.remove(Self.key(digest, .original))
        async let display: Void = bucket.remove(Self.key(digest, .display))
        async let thumbnail: Void = bucket.remove(Self.key(digest, .thumbnail))
        _ = try await (display, thumbnail)
    }

    /// Blocks, and a database waits for it: while the service is slow or does not answer, it is left alone.
    private func remove(_ digest: Digest) throws {
        for kind in PhotographArchive.Kind.allCases { cache.drop(Self.key(digest, kind)) }
        if !keepsRemoved() { try pause.attempt { try waitBlocking { try await removeObjects(of: digest) } } }
        try files.remove(digest)
    }

    /// The sum of the sizes of all objects in bytes.
    package func size() async throws -> Int {
        var size = 0
        try await bucket.list { page in size += page.reduce(0) { $0 + $1.size } }
        return size
    }

    /// The originals of the bucket, with the times at which they were stored.
    package func inventory() async throws -> [(digest: Digest, modified: Date)] {
        var found: [(Digest, Date)] = []
        try await bucket.list { page in
            found += page.compactMap { object in Self.digest(ofOriginal: object.key).map { ($0, object.modified) } }
        }
        return found
    }
}

/// Whether removals are paused for a minute, because the last one showed that the service does not answer or is slow.
private final class RemovalPause: Sendable {
    private struct Outage {
        let since: ContinuousClock.Instant
        let error: any Error
    }

    private let outage = Mutex<Outage?>(nil)

    private static let length = Duration.seconds(60)
    /// A removal that takes longer keeps a database from its work.
    private static let slow = Duration.seconds(1)

    func attempt(_ work: () throws -> Void) throws {
        if let last = outage.withLock(\.self), .now - last.since < Self.length { throw last.error }
        let began = ContinuousClock.now
        do {
            try work()
        } catch {
            // An object that cannot be removed does not stop the others.
            if Bucket.isOutage(error) { outage.withLock { $0 = Outage(since: .now, error: error) } }
            throw error
        }
        let isSlow = .now - began > Self.slow
        let error = HouseholdError(
            .storageFailed, localized("The bucket with the photographs is slow."), hint: localized("Try again later."))
        outage.withLock { $0 = isSlow ? Outage(since: .now, error: error) : nil }
    }
}

/// The last check of a bucket, for some seconds: everyone may ask whether the server is ready, and a service may bill each
/// request.
private final class BucketHealth: Sendable {
    private let last = Mutex<(at: ContinuousClock.Instant, error: (any Error)?)?>(nil)

    private static let lifetime = Duration.seconds(5)

    func check(_ work: () async throws -> Void) async throws {
        if let last = last.withLock(\.self), .now - last.at < Self.lifetime {
            if let error = last.error { throw error }
            return
        }
        do {
            try await work()
            last.withLock { $0 = (.now, nil) }
        } catch {
            // The address of the bucket is nothing for those who may ask.
            let failure = HouseholdError(
                .storageFailed, localized("The bucket with the photographs cannot be used."),
                detail: (error as? HouseholdError)?.detail, cause: error)
            last.withLock { $0 = (.now, failure) }
            throw failure
        }
    }
}
