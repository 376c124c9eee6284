/// An annotation of a logo.
public struct LogoAnnotation: Sendable, Hashable {
    /// The logo's id.
    public let logoID: Int
    /// Its type.
    public let type: LogoType
    /// The value, for example `en:organic`; nil if the type needs none, for example ``LogoType/noLogo``.
    public let value: String?

    /// Makes an annotation.
    public init(logoID: Int, type: LogoType, value: String?) {
        self.logoID = logoID
        self.type = type
        self.value = value
    }
}
