/// A place on the earth, in degrees. Round the values first to protect privacy: a flora covers up to half a continent.
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
