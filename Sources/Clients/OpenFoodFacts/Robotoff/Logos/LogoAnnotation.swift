/// What somebody says a logo is.
public struct LogoAnnotation: Sendable, Hashable {
    /// The logo's number.
    public let logoID: Int
    /// What it stands for.
    public let type: LogoType
    /// Of what, as `en:organic`; nil where the type says all, as ``LogoType/noLogo``.
    public let value: String?

    /// Says what a logo is.
    public init(logoID: Int, type: LogoType, value: String?) {
        self.logoID = logoID
        self.type = type
        self.value = value
    }
}
