/// A page of a long list.
public struct PlantNetPage: Sendable, Hashable {
    /// The page number, from 1.
    public let number: Int
    /// The number of elements per page.
    public let size: Int

    /// A page.
    public init(_ number: Int = 1, size: Int = 100) {
        self.number = number
        self.size = size
    }
}
