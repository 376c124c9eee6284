import Foundation

/// The address of a service that reads or explains labels, its key, and the daily limit of requests.
struct MedicineServiceSettings: Sendable {
    var address: URL?
    /// The key from the environment.
    var key: String?
    var keyFile: String
    /// Whether the key's file belongs to the program.
    var isKeyFileOwn: Bool
    let dailyLimit: Int

    init(address: URL?, isKeyFileOwn: Bool, keyFile: String, dailyLimit: Int) {
        self.address = address
        self.isKeyFileOwn = isKeyFileOwn
        self.keyFile = keyFile
        self.dailyLimit = dailyLimit
    }

    mutating func takeSecrets(from environment: [String: String], _ name: Settings.Key, credential: String) {
        key = environment[name.environmentName]
        guard isKeyFileOwn, let folder = environment["CREDENTIALS_DIRECTORY"] else { return }
        let path = "\(folder)/\(credential)"
        guard FileManager.default.fileExists(atPath: path) else { return }
        keyFile = path
        isKeyFileOwn = false
    }
}
