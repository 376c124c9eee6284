/// The codes that barcode readers saw in one photograph.
///
/// A right check digit does not suffice: in poor light a reader may decode another valid number, and repeats the error
/// at every size. Linear codes are therefore agreed only if two readers saw the same number and no reader saw another
/// one in their place. A person must confirm codes that are not agreed. A scan without codes is valid.
public struct BarcodeScan: Sendable, Hashable {
    /// One code of the photograph.
    public struct Code: Sendable, Hashable {
        /// The content of its text; it always has a GTIN.
        public let reading: BarcodeReading
        /// True if enough sightings agree on the code; otherwise a person must confirm it.
        public let isAgreed: Bool
        /// The place of the code in the photograph: the largest box in which it was seen.
        public let box: Box

        /// The GS1 data if there is any, so that lot and expiry are kept; otherwise the number, in which a UPC-E is
        /// expanded.
        public var lookUpText: String {
            reading.elements == nil ? reading.gtin?.description ?? reading.input : reading.input
        }
    }

    /// Sorted: agreed ones first, then by size, the largest first.
    public let codes: [Code]

    /// Maximum number of codes and sightings; more are ignored, because only a manipulated photograph has more.
    public static let limit = 32
    /// Maximum number of sightings; later ones are ignored.
    public static let sightingLimit = 1024

    /// `sightings` are in the order in which they were made. Texts without a GTIN are ignored.
    public init(sightings: [Sighting]) {
        var groups: [Group] = []
        for sighting in sightings.prefix(Self.sightingLimit) {
            guard let reading = sighting.reading, let gtin = reading.gtin else { continue }
            let place = groups.firstIndex { $0.gtin == gtin && $0.reading.elements == reading.elements }
            if let place {
                groups[place].sightings.append(sighting)
            } else if groups.count < Self.limit {
                groups.append(Group(gtin: gtin, reading: reading, sightings: [sighting]))
            }
        }
        codes =
            groups
            .map { Code(reading: $0.reading, isAgreed: $0.isAgreed(among: groups), box: $0.box) }
            .enumerated()
            .sorted { left, right in
                if left.element.isAgreed != right.element.isAgreed { return left.element.isAgreed }
                let (first, second) = (left.element.box.area, right.element.box.area)
                return first == second ? left.offset < right.offset : first > second
            }
            .map(\.element)
    }

    /// True if further passes cannot improve the result: there are codes, and all are agreed.
    public var isSettled: Bool { !codes.isEmpty && codes.allSatisfy(\.isAgreed) }
}

// MARK: - Sightings

extension BarcodeScan {
    /// A place in fractions of the upright photograph's width and height, 0 to 1. For linear codes it may be a
    /// horizontal line.
    public struct Box: Sendable, Hashable {
        /// The left edge, as a fraction of the photograph's width.
        public let x: Double
        /// The upper edge, as a fraction of the photograph's height.
        public let y: Double
        /// The width, as a fraction of the photograph's width.
        public let width: Double
        /// The height, as a fraction of the photograph's height.
        public let height: Double

        /// Creates a box clipped to the photograph.
        public init(x: Double, y: Double, width: Double, height: Double) {
            func bound(_ part: Double) -> Double { part.isFinite ? min(1, max(0, part)) : 0 }
            self.x = bound(x)
            self.y = bound(y)
            self.width = max(0, bound(x + width) - bound(x))
            self.height = max(0, bound(y + height) - bound(y))
        }
    }

    /// What one reader saw in one pass.
    public struct Sighting: Sendable, Hashable {
        /// The name of the program that decoded the code. Different names count as independent readers.
        public let reader: String
        /// The preparation of the photograph in this pass.
        public let pass: String
        /// The decoded text.
        public let text: String
        /// nil if the code may contain anything; then only GS1 data counts as a product number.
        public let symbology: Symbology?
        /// The place at which the reader saw the code.
        public let box: Box

        public init(reader: String, pass: String, text: String, symbology: Symbology?, box: Box) {
            self.reader = reader
            self.pass = pass
            self.text = text
            self.symbology = symbology
            self.box = box
        }

        /// The content; nil if it is no product number.
        fileprivate var reading: BarcodeReading? {
            let reading = BarcodeReading(text, as: symbology)
            return symbology == nil && reading.elements == nil ? nil : reading
        }
    }
}

extension BarcodeScan.Box {
    fileprivate var area: Double { width * height }

    /// The box enlarged to the minimum height of a code.
    private var grown: (left: Double, right: Double, top: Double, bottom: Double) {
        let side = max(width, height) / 2
        let (across, down) = (max(width, side) / 2, max(height, side) / 2)
        let (middle, centre) = (x + width / 2, y + height / 2)
        return (middle - across, middle + across, centre - down, centre + down)
    }

    /// Returns true if both boxes may show the same bars.
    fileprivate func touches(_ other: Self) -> Bool {
        let (mine, theirs) = (grown, other.grown)
        return mine.left <= theirs.right && theirs.left <= mine.right && mine.top <= theirs.bottom
            && theirs.top <= mine.bottom
    }
}

// MARK: - Agreement

/// The sightings of one code.
private struct Group {
    let gtin: GTIN
    let reading: BarcodeReading
    var sightings: [BarcodeScan.Sighting]

    /// The largest box of the sightings.
    var box: BarcodeScan.Box {
        sightings.map(\.box).max { $0.area < $1.area } ?? .init(x: 0, y: 0, width: 0, height: 0)
    }

    func isAgreed(among groups: [Group]) -> Bool {
        isCorroborated && !groups.contains { $0.gtin != gtin && touches($0) }
    }

    private func touches(_ other: Group) -> Bool {
        sightings.contains { mine in other.sightings.contains { mine.box.touches($0.box) } }
    }

    private var isCorroborated: Bool {
        let readers = Set(sightings.map(\.reader)).count
        let passes = Set(sightings.map(\.pass)).count
        return switch reading.symbology {
        // Two-dimensional codes correct errors, so one reader in two passes suffices.
        case .dataMatrix, .qrCode, .dotCode, .digitalLink: readers > 1 || passes > 1
        // Short codes, and patterns that a part of another code can resemble.
        case .upcE, .ean8, .itf14: readers > 1 && passes > 1
        default: readers > 1
        }
    }
}
