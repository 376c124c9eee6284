/// The sources to ask, and their order.
public enum Strategy: String, Sendable, CaseIterable {
    /// Only the local model; the service is never called.
    case onDeviceOnly = "on-device-only"
    /// Only the service; the local model is never run.
    case serviceOnly = "service-only"
    /// The local model first; the service if the model is not sure enough.
    case onDeviceFirst = "on-device-first"
    /// Both at the same time; the service's answer is preferred.
    case parallel
}

/// The part of a plant that a photograph shows.
public enum Organ: String, Sendable, CaseIterable {
    /// The service detects the organ.
    case auto
    case leaf, flower, fruit, bark
}
