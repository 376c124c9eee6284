package import Foundation
package import Household

/// The folder with the backups of the schedule, and the state of the last backup in the data folder.
package struct BackupShelf: Sendable {
    let dataFolder: String

    package init(dataFolder: String) { self.dataFolder = dataFolder }

    private var statePath: String { "\(dataFolder)/\(DataFolder.backups)/state.json" }

    /// The state; an empty one if there was no backup yet, or its file is damaged.
    package func state() -> BackupState {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return FileManager.default.contents(atPath: statePath).flatMap {
            try? decoder.decode(BackupState.self, from: $0)
        } ?? BackupState()
    }

    /// Changes the state. Returns false if it could not be written: the state is not needed for a restore.
    @discardableResult
    package func note(_ change: (inout BackupState) -> Void) -> Bool {
        var state = state()
        change(&state)
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(state), (try? Disk.makeFolder(Disk.folder(of: statePath))) != nil
        else { return false }
        defer { adopt() }
        return (try? data.write(to: URL(filePath: statePath), options: .atomic)) != nil
    }

    /// Gives what root made in the folder of the state to the owner of the data folder, who could not read it otherwise.
    package func adopt() { Disk.adopt("\(dataFolder)/\(DataFolder.backups)") }

    /// The backups in a folder, oldest first, with their sizes in bytes.
    package static func list(_ folder: String) -> [(name: BackupName, size: Int)] {
        ((try? Disk.names(in: folder)) ?? []).compactMap { file in
            guard let name = BackupName(file),
                let size = (try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(file)"))?[.size] as? Int
            else { return nil }
            return (name, size)
        }.sorted { $0.name < $1.name }
    }

    /// The number of bytes, as "12.3 MB".
    package static func text(bytes: Int) -> String { Disk.text(bytes: bytes) }

    /// Removes those backups of the schedule of a data folder that are not kept at `now`, the time of the last one or of the
    /// next one. The newest that is there is never removed. Returns the names.
    package static func prune(
        _ folder: String, of folderID: String, keeping retention: BackupRetention, at now: Date
    ) -> [String] {
        let own = list(folder).map(\.name).filter { $0.isScheduled && $0.folderID == folderID }
        let newest = own.map(\.madeAt).filter { $0 <= now }.max()
        let kept = retention.kept(of: own.map(\.madeAt) + [now], at: now)
        return own.filter { !kept.contains($0.madeAt) && $0.madeAt != newest }.map { name in
            Disk.remove("\(folder)/\(name.text)")
            return name.text
        }
    }

    /// Removes a backup of the schedule of a data folder, if the path is one.
    package static func remove(_ path: String, of folderID: String) {
        guard let name = BackupName((path as NSString).lastPathComponent), name.folderID == folderID else { return }
        Disk.remove(path)
    }

    /// Removes what backups left that were interrupted more than a day ago.
    static func tidy(_ folder: String, at now: Date) {
        for name in (try? Disk.names(in: folder)) ?? [] {
            let isLeft =
                name.hasPrefix(".work-")
                || name.hasPrefix(BackupWriter.unfinishedPrefix) && name.hasSuffix(BackupWriter.unfinishedSuffix)
            guard isLeft, let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)"),
                let changed = attributes[.modificationDate] as? Date, now.timeIntervalSince(changed) > 86_400
            else { continue }
            Disk.remove("\(folder)/\(name)")
        }
    }
}
