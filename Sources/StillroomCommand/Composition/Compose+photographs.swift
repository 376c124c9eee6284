import Backups
import Foundation
import Household
import Messages
import OnlineServices
import PhotographFiles
import PhotographObjects

/// Where the photographs are: in a bucket if one is set, otherwise in the folder of files.
struct PhotographStore: Sendable {
    /// With a bucket, photographs that were not moved yet are still files.
    let files: PhotographFiles
    /// Nil without a bucket.
    let objects: PhotographObjects?

    var archive: PhotographArchive { objects?.archive ?? files.archive }
}

extension Compose {
    /// Creates the folder of files if it is missing. Sends nothing. Throws if the settings of a bucket cannot be used.
    static func photographs(_ settings: Settings) throws -> PhotographStore {
        let files = try PhotographFiles(folder: settings.dataDirectory + "/photographs")
        return PhotographStore(files: files, objects: try objects(settings, files: files))
    }

    /// Whether the data before a restore may come back; then they need photographs that the restored data do not name.
    static func canUndoRestore(_ settings: Settings) -> Bool {
        (try? Restore(folder: settings.dataDirectory).kept().isEmpty) != true
    }

    static func bucketSecret(_ settings: Settings) -> KeyFile {
        KeyFile(
            service: "bucket", setting: Settings.CommandSetting.bucketSecretFile.rawValue,
            given: settings.bucket.secret.key, path: settings.bucket.secret.file,
            isOwn: settings.bucket.secret.isFileOwn)
    }

    private static func objects(_ settings: Settings, files: PhotographFiles) throws -> PhotographObjects? {
        guard let address = settings.bucket.address, let keyID = settings.bucket.keyID else { return nil }
        guard let secret = bucketSecret(settings).key() else {
            throw CommandFailure(
                .configuration,
                localized("photographs.bucket-url is set, but the secret of the access key is missing."),
                hint: localized("Write it into the file \(settings.bucket.secret.file, "file")."))
        }
        if let file = settings.bucket.certificateFile, !FileManager.default.isReadableFile(atPath: file) {
            throw CommandFailure(
                .configuration,
                localized("The file \(file, "file") of photographs.bucket-certificate-file cannot be read."))
        }
        let bucket = Bucket(
            address, signature: SignatureV4(.init(keyID: keyID, secret: secret), region: settings.bucket.region),
            transport: LiveTransport(connections: 16, certificateFile: settings.bucket.certificateFile).transport,
            // The service compares the time of a request with its own clock.
            now: { Date() })
        let cache = ObjectCache(
            folder: settings.cacheDirectory + "/photographs", limit: settings.bucket.cacheSize << 20)
        return PhotographObjects(
            bucket: bucket, cache: cache, files: files.archive,
            keepsRemoved: { canUndoRestore(settings) })
    }
}
