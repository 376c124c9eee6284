import Foundation
import Household
import Messages
import PhotographFiles
import PhotographObjects
import Recognition

/// What `doctor` finds out about the photographs: those that the database names against those that are stored.
///
/// Each file is read and compared with its name. Of a bucket, each name is listed, and up to a hundred photographs are read.
struct PhotographSurvey {
    private(set) var missing = 0
    private(set) var changed = 0
    /// Photographs that no row names.
    private(set) var orphans = 0
    /// Those that have been stored for more than a day.
    private(set) var oldOrphans: [Digest] = []
    /// Incomplete files.
    private(set) var unfinished: [String] = []
    /// What is known of the bucket, with a comma before it; empty without one.
    private(set) var words = ""

    private static let sample = 100

    /// Throws `HouseholdError` if the bucket does not answer.
    init(of digests: [Digest], in store: PhotographStore) async throws {
        let known = Set(digests)
        let (local, unfinished) = store.files.inventory()
        self.unfinished = unfinished
        let stored = try await store.objects?.inventory() ?? []
        let objects = Dictionary(stored.map { ($0.digest, $0.modified) }, uniquingKeysWith: { first, _ in first })
        for digest in known {
            if let bytes = FileManager.default.contents(atPath: store.files.path(digest, .original)) {
                if try PhotographFiles.digest(of: [UInt8](bytes)) != digest { changed += 1 }
            } else if objects[digest] == nil {
                missing += 1
            }
        }
        let files = Set(local)
        for digest in files.union(objects.keys).subtracting(known) {
            orphans += 1
            let isOldObject = objects[digest].map { $0.timeIntervalSinceNow < -86_400 } ?? true
            let isOldFile = !files.contains(digest) || Self.isOld(store.files.path(digest, .original))
            if isOldObject, isOldFile { oldOrphans.append(digest) }
        }
        if let objects = store.objects { try await read(stored.map(\.digest), known: known, in: objects) }
    }

    /// Reads some of the photographs in the bucket.
    private mutating func read(_ stored: [Digest], known: Set<Digest>, in objects: PhotographObjects) async throws {
        let chosen = stored.filter(known.contains).shuffled().prefix(Self.sample)
        for digest in chosen {
            do { _ = try await objects.fetch(digest, .original) } catch let error as HouseholdError
                where Bucket.isDamage(error)
            {
                changed += 1
            }
        }
        words =
            ", "
            + localized(
                """
                \(stored.count, "stored") in the bucket \(objects.bucket.address.description, "address"), \
                \(chosen.count, "read") of them read
                """)
    }

    /// What a person reads if the photographs cannot be compared.
    static func words(failure: any Error) -> String {
        switch failure {
        case let error as HouseholdError: error.message + (error.detail.map { " (\($0))" } ?? "")
        case let error as CommandFailure: error.message
        default: "\(failure)"
        }
    }

    static func isOld(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let changed = attributes?[.modificationDate] as? Date else { return false }
        return changed.timeIntervalSinceNow < -86_400
    }
}
