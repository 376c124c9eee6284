import Foundation
import PhotographObjects

/// The model server that runs the model in use.
struct ModelServerSettings: Sendable {
    /// Nil if this machine runs the model.
    var address: URL?
    /// The name of the model there; nil if it is that of the model's folder.
    var name: String?
    /// The version of the model there; nil lets the server choose.
    var version: String?
    var token = ServiceKey(credential: "model-server-token")
    /// For one photograph.
    var timeLimit = Duration.seconds(5)
}

extension Settings {
    /// The other machines that get photographs because the operator set them. Their names are on each page.
    var photographHosts: [String] {
        let bucket = self.bucket.address.flatMap { URL(string: $0.description) }
        return [bucket, modelServer.address].compactMap(\.self).filter { !Address.isOwn($0) }.compactMap { $0.host() }
    }
}
