/// What barcode readers saw in one photograph, and what of it holds.
///
/// A right check digit is not enough: in poor light a reader makes of one code another that is valid, and makes the same
/// of it at every size. So bars are agreed only where two readers saw the same in them, and nobody saw another in their
/// place; what is not agreed wants a person's yes. No code at all is an answer, too.
package struct BarcodeScan: Sendable, Hashable {
    /// One code in it.
    package struct Code: Sendable, Hashable {
        /// What its text says; there is always a GTIN.
        package let reading: BarcodeReading
        package let isAgreed: Bool
        package let box: Box
    }

    /// Agreed ones first, then the larger first.
    package let codes: [Code]

    /// More codes in one photograph, or more sightings, are a trick, and are left out.
    package static let limit = 32
    package static let sightingLimit = 1024

    /// Sightings in the order they were made. Texts that give no GTIN are left out: nothing can be looked up by them.
    package init(sightings: [Sighting]) {
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

    /// Whether nothing is to be gained by looking on: there are codes, and all are agreed.
    package var isSettled: Bool { !codes.isEmpty && codes.allSatisfy(\.isAgreed) }
}

// MARK: - What was seen

extension BarcodeScan {
    /// Where, as parts of the upright photograph's width and height, 0 to 1. Of bars it may be a line across.
    package struct Box: Sendable, Hashable {
        package let x: Double
        package let y: Double
        package let width: Double
        package let height: Double

        /// Held within the photograph.
        package init(x: Double, y: Double, width: Double, height: Double) {
            func bound(_ part: Double) -> Double { part.isFinite ? min(1, max(0, part)) : 0 }
            self.x = bound(x)
            self.y = bound(y)
            self.width = max(0, bound(x + width) - bound(x))
            self.height = max(0, bound(y + height) - bound(y))
        }
    }

    /// What one reader saw in one look at the photograph.
    package struct Sighting: Sendable, Hashable {
        package let reader: String
        /// How the photograph was prepared for it.
        package let pass: String
        package let text: String
        /// Nothing where the code may hold anything: then only GS1 data is taken for a product's number.
        package let symbology: Symbology?
        package let box: Box

        package init(reader: String, pass: String, text: String, symbology: Symbology?, box: Box) {
            self.reader = reader
            self.pass = pass
            self.text = text
            self.symbology = symbology
            self.box = box
        }

        /// Nothing where it is no product's number.
        fileprivate var reading: BarcodeReading? {
            let reading = BarcodeReading(text, as: symbology)
            return symbology == nil && reading.elements == nil ? nil : reading
        }
    }
}

extension BarcodeScan.Box {
    fileprivate var area: Double { width * height }

    /// A line across is made as high as a code is at least.
    private var grown: (left: Double, right: Double, top: Double, bottom: Double) {
        let side = max(width, height) / 2
        let (across, down) = (max(width, side) / 2, max(height, side) / 2)
        let (middle, centre) = (x + width / 2, y + height / 2)
        return (middle - across, middle + across, centre - down, centre + down)
    }

    /// Whether both may be readings of the same bars.
    fileprivate func touches(_ other: Self) -> Bool {
        let (mine, theirs) = (grown, other.grown)
        return mine.left <= theirs.right && theirs.left <= mine.right && mine.top <= theirs.bottom
            && theirs.top <= mine.bottom
    }
}

// MARK: - What holds

/// The sightings of one code.
private struct Group {
    let gtin: GTIN
    let reading: BarcodeReading
    var sightings: [BarcodeScan.Sighting]

    /// The largest that was told.
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
        // Squares correct their own errors; one reader may see them twice.
        case .dataMatrix, .qrCode, .dotCode, .digitalLink: readers > 1 || passes > 1
        // Short, or a pattern that a part of another code can look like.
        case .upcE, .ean8, .itf14: readers > 1 && passes > 1
        default: readers > 1
        }
    }
}
