import Dispatch
import Foundation
import Synchronization

import struct Crypto.SHA256

/// Copies of objects on the disk of this node, up to a number of bytes. The ones that were not used for the longest time are
/// removed first. An error here only causes another request to the service.
///
/// A file is the SHA-256 of an object, and then the object, so that a file that a power cut left incomplete is noticed.
package final class ObjectCache: Sendable {
    private struct State {
        /// The bytes in the folder; nil until they are counted.
        var size: Int?
    }

    private let folder: String
    private let limit: Int
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "stillroom.object-cache", attributes: .concurrent)

    /// Without a limit above 0 nothing is kept. `limit` is in bytes.
    package init(folder: String, limit: Int) {
        self.folder = folder
        self.limit = limit
    }

    /// Names are those of objects, whose slashes become folders.
    func read(_ name: String) async -> [UInt8]? {
        guard limit > 0 else { return nil }
        return await run { cache in
            let path = cache.path(name)
            guard let data = FileManager.default.contents(atPath: path), data.count >= 32 else { return nil }
            let bytes = [UInt8](data.dropFirst(32))
            guard data.prefix(32).elementsEqual(SHA256.hash(data: bytes)) else {
                cache.drop(name)
                return nil
            }
            // When a file was used last is its time.
            try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: path)
            return bytes
        }
    }

    func keep(_ name: String, _ bytes: [UInt8]) async {
        guard limit > 0, bytes.count <= limit / 8 else { return }
        await run { cache in cache.write(name, bytes) }
    }

    private func write(_ name: String, _ bytes: [UInt8]) {
        let path = path(name)
        let parent = URL(filePath: path).deletingLastPathComponent()
        var data = Data(SHA256.hash(data: bytes))
        data.append(contentsOf: bytes)
        let files = FileManager.default
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        guard
            (try? files.createDirectory(at: parent, withIntermediateDirectories: true, attributes: attributes)) != nil,
            (try? data.write(to: URL(filePath: path), options: .atomic)) != nil
        else { return }
        let isOver = state.withLock { state in
            let size = state.size.map { $0 + data.count } ?? Self.size(below: folder)
            state.size = size
            return size > limit
        }
        if isOver { sweep() }
    }

    /// Removes a copy. Blocks.
    func drop(_ name: String) { try? FileManager.default.removeItem(atPath: path(name)) }

    /// Removes the files that were used least recently, down to three quarters of the limit.
    private func sweep() {
        state.withLock { state in
            let kept = Self.files(below: folder)
            var size = kept.reduce(0) { $0 + $1.size }
            for file in kept.sorted(by: { $0.used < $1.used }) {
                guard size > limit / 4 * 3 else { break }
                guard (try? FileManager.default.removeItem(atPath: file.path)) != nil else { continue }
                size -= file.size
            }
            state.size = size
        }
    }

    private func path(_ name: String) -> String { "\(folder)/\(name)" }

    private static func size(below folder: String) -> Int { files(below: folder).reduce(0) { $0 + $1.size } }

    private static func files(below folder: String) -> [(path: String, size: Int, used: Date)] {
        (FileManager.default.subpaths(atPath: folder) ?? []).compactMap { name in
            let path = "\(folder)/\(name)"
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
                attributes[.type] as? FileAttributeType == .typeRegular
            else { return nil }
            return (path, attributes[.size] as? Int ?? 0, attributes[.modificationDate] as? Date ?? .distantPast)
        }
    }

    /// Runs blocking work on a queue of its own, not on the threads that Swift's tasks share.
    private func run<Value: Sendable>(_ work: @escaping @Sendable (ObjectCache) -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work(self)) }
        }
    }
}
