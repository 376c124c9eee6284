import Foundation
import Glibc
import Household
import Imaging
import Inference
import LocalRecognition
import Logging
import PhotographFiles
import Recognition
import SQLiteRecords

/// The only place where parts are put together.
enum Compose {
    /// Decoders start at once where `warm`, so that they are ready when the model is.
    static func pictures(_ settings: Settings, workers: Int? = nil, warm: Bool = false) -> PicturePool {
        var pool = PicturePool.Settings(command: [ownPath, PictureWorkerCommand.name])
        pool.timeLimit = settings.pictureTimeLimit
        return PicturePool(size: workers ?? settings.pictureWorkers, settings: pool, warm: warm)
    }

    static func shelf(_ settings: Settings) -> ModelShelf {
        ModelShelf(folder: settings.dataDirectory + "/models")
    }

    static func reader(
        _ settings: Settings, mode: InferenceModel.Settings.Mode
    ) throws(ModelFolderError) -> ModelReader {
        try ModelReader(model(settings), settings: inference(settings, mode: mode))
    }

    /// The model the settings name, or the one in use.
    static func model(_ settings: Settings) throws(ModelFolderError) -> ModelFolder {
        switch settings.model {
        case let name? where name.contains("/"): try ModelFolder(path: name)
        case let name?: try ModelFolder(path: shelf(settings).path(named: name))
        case nil: try shelf(settings).used()
        }
    }

    static func inference(_ settings: Settings, mode: InferenceModel.Settings.Mode) -> InferenceModel.Settings {
        var inference = InferenceModel.Settings()
        inference.mode = mode
        inference.precision = settings.precision
        inference.threads = settings.threads
        inference.timeLimit = settings.modelTimeLimit
        let cache = settings.cacheDirectory + "/models"
        // Without a place for it the program still works, only starts more slowly.
        if (try? FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)) != nil {
            inference.cacheDirectory = cache
        }
        return inference
    }

    static func recogniser(
        _ settings: Settings, pictures: PicturePool, mode: InferenceModel.Settings.Mode
    ) -> LocalRecogniser {
        LocalRecogniser(pictures: pictures, now: clock(settings)) { () throws(ModelFolderError) in
            try reader(settings, mode: mode)
        }
    }

    static func household(_ settings: Settings, logger: Logger) throws -> Household {
        guard let id = Household.ID("home") else {
            throw CommandFailure(.configuration, "The household has no name.")
        }
        let stores = try stores(settings)
        let pictures = pictures(settings, warm: true)
        return Household(
            id: id, policy: settings.policy, records: stores.records, archive: stores.files.archive,
            darkroom: .local(pictures),
            recogniser: recogniser(settings, pictures: pictures, mode: .latency).recogniser,
            world: .init(now: clock(settings), uniqueName: { UUID().uuidString.lowercased() }), logger: logger)
    }

    static func stores(_ settings: Settings) throws -> (records: SQLiteRecords, files: PhotographFiles) {
        let files = try PhotographFiles(folder: settings.dataDirectory + "/photographs")
        return (try SQLiteRecords(path: settings.dataDirectory + "/stillroom.sqlite"), files)
    }

    /// The system's clock, or one that started at the setting `now` when the program did.
    static func clock(_ settings: Settings) -> @Sendable () -> Date {
        guard let start = settings.now else { return { Date() } }
        let began = ContinuousClock.now
        return { start.addingTimeInterval((.now - began) / .seconds(1)) }
    }

    static let ownPath: String =
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "stillroom"
}
