/// A page of a long list.
public struct PlantNetPage: Sendable, Hashable {
    /// From 1.
    public let number: Int
    /// How many elements a page has.
    public let size: Int

    /// A page.
    public init(_ number: Int = 1, size: Int = 100) {
        self.number = number
        self.size = size
    }
}
