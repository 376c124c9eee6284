package import Foundation
package import Household

/// A folder of pictures that can be fetched again. Its size is limited: the oldest pictures are removed first. An error
/// here only causes another fetch.
package struct PictureFolder: Sendable {
    private let folder: String
    private let limit: Int
    private let lifetime: Double
    private let now: @Sendable () -> Date

    /// `limit` is in bytes. A picture older than `lifetime` seconds is fetched again.
    package init(
        folder: String, limit: Int = 200 << 20, lifetime: Double = 30 * 86_400, now: @escaping @Sendable () -> Date
    ) {
        self.folder = folder
        self.limit = limit
        self.lifetime = lifetime
        self.now = now
    }

    package var shelf: PictureShelf {
        PictureShelf(read: { read($0) }, keep: { keep($0, $1) })
    }

    func read(_ name: String) -> [UInt8]? {
        guard let path = path(name), let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            let written = attributes[.modificationDate] as? Date, abs(now().timeIntervalSince(written)) < lifetime,
            let data = FileManager.default.contents(atPath: path), !data.isEmpty
        else { return nil }
        return [UInt8](data)
    }

    func keep(_ name: String, _ bytes: [UInt8]) {
        guard let path = path(name), bytes.count <= limit / 4 else { return }
        let files = FileManager.default
        guard (try? files.createDirectory(atPath: folder, withIntermediateDirectories: true)) != nil,
            (try? Data(bytes).write(to: URL(filePath: path), options: .atomic)) != nil
        else { return }
        // The picture's age is measured with the household's clock.
        try? files.setAttributes([.modificationDate: now()], ofItemAtPath: path)
        sweep()
    }

    /// Removes the oldest pictures down to three quarters of the limit, if the limit is exceeded.
    private func sweep() {
        let files = FileManager.default
        let kept = ((try? files.contentsOfDirectory(atPath: folder)) ?? []).compactMap { name in
            let path = folder + "/" + name
            return (try? files.attributesOfItem(atPath: path)).map { attributes in
                (
                    path: path, size: attributes[.size] as? Int ?? 0,
                    written: attributes[.modificationDate] as? Date ?? .distantPast
                )
            }
        }
        var size = kept.reduce(0) { $0 + $1.size }
        guard size > limit else { return }
        for file in kept.sorted(by: { $0.written < $1.written }) {
            guard size > limit / 4 * 3 else { return }
            guard (try? files.removeItem(atPath: file.path)) != nil else { continue }
            size -= file.size
        }
    }

    /// Returns nil for a name that could lead to another folder.
    private func path(_ name: String) -> String? {
        let isPlain =
            (1...100).contains(name.utf8.count)
            && name.unicodeScalars.allSatisfy {
                ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "-"
                    || $0 == "_"
            }
        return isPlain ? "\(folder)/\(name).jpg" : nil
    }
}
