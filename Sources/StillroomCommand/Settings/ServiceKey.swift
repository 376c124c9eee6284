import Foundation

/// The key of a service: the secret of the environment, or the file that has it.
struct ServiceKey: Sendable {
    /// The name of the file among the credentials of systemd, and of the program's own file in the data folder.
    let credential: String
    /// The key from the environment.
    var key: String?
    /// Empty if the settings do not name a file; `locate` then chooses one.
    var file = ""
    /// Whether the file belongs to the program, so that a page may write it.
    private(set) var isFileOwn = false

    init(credential: String) { self.credential = credential }

    /// Chooses the file if the settings do not name one: the credential of systemd if it exists, otherwise the program's
    /// own file.
    mutating func locate(in dataDirectory: String, _ environment: [String: String]) {
        guard file.isEmpty else { return }
        let handed = environment["CREDENTIALS_DIRECTORY"].map { "\($0)/\(credential)" }
        if let handed, FileManager.default.fileExists(atPath: handed) {
            file = handed
        } else {
            (file, isFileOwn) = (dataDirectory + "/secrets/" + credential, true)
        }
    }
}
