public import Foundation

/// A photograph on the web, which the service fetches itself.
public struct PlantNetImageLink: Sendable, Hashable {
    /// Where it is, with `http` or `https`; the service must be able to reach it.
    public let url: URL
    /// What is on it; for all images of a request, or for none.
    public let organ: Organ?

    /// A photograph on the web.
    public init(_ url: URL, organ: Organ? = nil) {
        self.url = url
        self.organ = organ
    }
}
