import HTTPTransport

/// A temperature in two units: `{"deg_f": -32, "deg_c": -36}`.
///
/// The service truncates the fraction of each value, so the two may differ; use degrees Celsius.
public struct Temperature: Codable, Sendable, Hashable {
    /// The value is in degrees Celsius.
    public let degC: Double?
    /// The value is in degrees Fahrenheit.
    public let degF: Double?

    /// In degrees Celsius; converted from Fahrenheit only if no other value is present.
    public var celsius: Double? { degC ?? degF.map { ($0 - 32) / 1.8 } }

    private enum CodingKeys: String, CodingKey {
        case degC = "deg_c"
        case degF = "deg_f"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        degC = container.number(.degC)
        degF = container.number(.degF)
    }
}
