/// The type of a logo.
public enum LogoType: OpenWord {
    /// A brand.
    case brand
    /// A category.
    case category
    /// A label.
    case label
    /// Not a logo.
    case noLogo
    /// A label about nutrition.
    case nutritionalLabel
    /// A packager's code.
    case packagerCode
    /// A part of the packaging.
    case packaging
    /// A QR code.
    case qrCode
    /// A shop.
    case store
    /// A value that this version does not know.
    case other(String)

    public static let known: [LogoType] = [
        .brand, .category, .label, .noLogo, .nutritionalLabel, .packagerCode, .packaging, .qrCode, .store,
    ]

    public var rawValue: String {
        switch self {
        case .brand: "brand"
        case .category: "category"
        case .label: "label"
        case .noLogo: "no_logo"
        case .nutritionalLabel: "nutritional_label"
        case .packagerCode: "packager_code"
        case .packaging: "packaging"
        case .qrCode: "qr_code"
        case .store: "store"
        case .other(let text): text
        }
    }
}
