import Foundation
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

    /// Changes the state. A failure is ignored: the state is not needed for a restore.
    package func note(_ change: (inout BackupState) -> Void) {
        var state = state()
        change(&state)
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(state), (try? Disk.makeFolder(BackupWriter.folder(of: statePath))) != nil
        else { return }
        try? data.write(to: URL(filePath: statePath), options: .atomic)
    }

    /// The backups in a folder, oldest first, with their sizes in bytes.
    package static func list(_ folder: String) -> [(name: BackupName, size: Int)] {
        Disk.names(in: folder).compactMap { file in
            guard let name = BackupName(file),
                let size = (try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(file)"))?[.size] as? Int
            else { return nil }
            return (name, size)
        }.sorted { $0.name < $1.name }
    }

    /// The number of bytes, as "12.3 MB".
    package static func text(bytes: Int) -> String { Disk.text(bytes: bytes) }

    /// Removes those backups of the schedule that are not kept. Returns their names.
    package static func prune(_ folder: String, keeping retention: BackupRetention) -> [String] {
        let scheduled = list(folder).map(\.name).filter(\.isScheduled)
        let kept = retention.kept(of: scheduled.map(\.madeAt))
        return scheduled.filter { !kept.contains($0.madeAt) }.map { name in
            Disk.remove("\(folder)/\(name.text)")
            return name.text
        }
    }

    /// Removes what backups left that were interrupted more than a day ago.
    static func tidy(_ folder: String, at now: Date) {
        for name in Disk.names(in: folder) {
            let isLeft = name.hasPrefix(".work-") || name.hasPrefix(".stillroom-") && name.hasSuffix(".unfinished")
            guard isLeft, let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)"),
                let changed = attributes[.modificationDate] as? Date, now.timeIntervalSince(changed) > 86_400
            else { continue }
            Disk.remove("\(folder)/\(name)")
        }
    }
}
