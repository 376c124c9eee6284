public import Foundation

/// A photograph on the web. The service fetches it.
public struct PlantNetImageLink: Sendable, Hashable {
    /// Its address, with `http` or `https`; the service must be able to reach it.
    public let url: URL
    /// The organ on it. Set it for all images of a request, or for none.
    public let organ: Organ?

    /// A photograph on the web.
    public init(_ url: URL, organ: Organ? = nil) {
        self.url = url
        self.organ = organ
    }
}
