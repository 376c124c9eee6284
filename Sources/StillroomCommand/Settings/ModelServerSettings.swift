import Foundation

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
