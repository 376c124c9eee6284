/// Who is asked, and in what order.
package enum Strategy: String, Sendable, CaseIterable {
    /// The model on this machine; the service is never called.
    case onDeviceOnly = "on-device-only"
    /// The service; the model is never run.
    case serviceOnly = "service-only"
    /// The model; the service where the model is not sure enough.
    case onDeviceFirst = "on-device-first"
    /// Both at once; the service's answer is preferred.
    case parallel
}

/// The part of a plant that a photograph shows.
package enum Organ: String, Sendable, CaseIterable {
    /// The service looks for itself.
    case auto
    case leaf, flower, fruit, bark
}
