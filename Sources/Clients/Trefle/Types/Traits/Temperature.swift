import HTTPTransport

/// A temperature in two units: `{"deg_f": -32, "deg_c": -36}`.
///
/// The service cuts the fraction off each of them, so they need not be the same temperature: believe degrees Celsius.
public struct Temperature: Codable, Sendable, Hashable {
    /// In degrees Celsius.
    public let degC: Double?
    /// In degrees Fahrenheit.
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
