extension Site {
    // Restoring a backup: by an owner, or by the set-up link while there is no owner.
    static let settingsRestore = "/settings/restore"
    static let settingsRestoreUpload = "/settings/restore/upload"
    static let settingsRestoreCheck = "/settings/restore/check"
    static let settingsRestoreStart = "/settings/restore/start"
    static let setupRestore = Address<String>("/setup/:secret/restore")
    static let setupRestoreUpload = Address<String>("/setup/:secret/restore/upload")
    static let setupRestoreCheck = Address<String>("/setup/:secret/restore/check")
    static let setupRestoreStart = Address<String>("/setup/:secret/restore/start")

    /// Whether a backup is uploaded to the path, which has another limit than other bodies.
    static func isRestoreUpload(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        let pattern = setupRestoreUpload.pattern.split(separator: "/")
        return path == settingsRestoreUpload
            || parts.count == pattern.count && parts.first == pattern.first
                && parts.suffix(2).elementsEqual(pattern.suffix(2))
    }
}
