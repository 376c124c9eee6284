import Agenda
import Calendar
import Doses
import Household
import Larder
import Recognition

extension String: AddressParameter {
    init?(addressText: String) { self = addressText }
    var addressText: String { self }
}

extension Int: AddressParameter {
    init?(addressText: String) { self.init(addressText) }
    var addressText: String { String(self) }
    static var schema: SchemaValue { ["type": "integer", "format": "int64"] }
}

extension LocalDay: AddressParameter {
    init?(addressText: String) { self.init(addressText) }
    var addressText: String { description }
    static var schema: SchemaValue { ["type": "string", "format": "date"] }
}

extension Identifier: AddressParameter {
    init?(addressText: String) { self.init(addressText) }
    var addressText: String { rawValue }
    static var schema: SchemaValue { ["type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"] }
}

extension AddressParameter where Self: RawRepresentable<String> {
    init?(addressText: String) { self.init(rawValue: addressText) }
    var addressText: String { rawValue }
}

extension Chore.ID: AddressParameter {}

// A longer text is the identifier of nothing; the rest of it is not read.
extension Medicine.ID: AddressParameter {
    init?(addressText: String) { self.init(rawValue: String(addressText.prefix(64))) }
}

extension PlannedDose.ID: AddressParameter {
    init?(addressText: String) { self.init(rawValue: String(addressText.prefix(200))) }
}

/// The file of a photograph in an address.
enum PictureFile: String, AddressParameter {
    case display = "display.jpg"
    case thumbnail = "thumbnail.jpg"
    case original
}

/// The file of a product's picture in an address: "front.jpg".
struct ProductPictureFile: AddressParameter {
    let kind: Product.Picture

    init(_ kind: Product.Picture) { self.kind = kind }

    init?(addressText: String) {
        guard addressText.hasSuffix(".jpg"), let kind = Product.Picture(rawValue: String(addressText.dropLast(4)))
        else { return nil }
        self.kind = kind
    }

    var addressText: String { kind.rawValue + ".jpg" }
}

/// The file of a private calendar in an address: its secret and ".ics".
struct CalendarFile: AddressParameter {
    let secret: String

    init(secret: String) { self.secret = secret }

    init?(addressText: String) {
        guard addressText.hasSuffix(".ics") else { return nil }
        secret = String(addressText.dropLast(4))
    }

    var addressText: String { secret + ".ics" }
}
