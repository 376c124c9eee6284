/// A place on the earth, in degrees. Round it before: a flora is as large as half a continent.
public struct PlantNetPlace: Sendable, Hashable {
    /// From -90 to 90, north positive.
    public let latitude: Double
    /// From -180 to 180, east positive.
    public let longitude: Double

    /// A place.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

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
