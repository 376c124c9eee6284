import PhotographObjects

/// The bucket of an S3-compatible service in which the photographs are.
struct BucketSettings: Sendable {
    /// Nil if photographs are files.
    var address: BucketAddress?
    var region = "us-east-1"
    var keyID: String?
    var secret = ServiceKey(credential: "bucket-secret")
    /// Certificates (PEM) that are trusted for the service in addition to those of the system.
    var certificateFile: String?
    /// The copies of photographs on this machine take at most this many MiB; 0 keeps none.
    var cacheSize = 1024
}
