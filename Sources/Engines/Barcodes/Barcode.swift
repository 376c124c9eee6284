/// A code that one reader found in one picture. The reader has verified its check digits or error correction, if the
/// symbology has them.
package struct Barcode: Sendable, Hashable {
    /// The symbology.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case ean13, ean8, upcA, upcE, itf, code128, dataBar, dataMatrix, qr
    }

    package let kind: Kind
    /// The text as the reader returns it. For symbologies that carry more than a number it begins with the symbology
    /// identifier: "]C1".
    package let text: String
    package let box: Box

    /// The maximum number of codes per picture; further codes are left out.
    package static let limit = 32
    /// The maximum length of one text in bytes; codes with longer texts are left out.
    package static let longestText = 4096

    /// A rectangle in pixels of the picture; the right and the bottom edge are exclusive. For a linear code it may be a
    /// single scan line.
    package struct Box: Sendable, Hashable {
        package let left: Int
        package let top: Int
        package let right: Int
        package let bottom: Int

        package init(left: Int, top: Int, right: Int, bottom: Int) {
            self.left = left
            self.top = top
            self.right = right
            self.bottom = bottom
        }
    }
}

extension Barcode.Box {
    /// The region in which to search for the same code again: square, with room for the quiet zones.
    package var surroundings: Self {
        let side = max(right - left, bottom - top, 16)
        return grown(toAtLeast: side + side / 4, and: side / 8)
    }

    /// The region that certainly belongs to the code, estimated if only a scan line is known.
    var body: Self {
        grown(toAtLeast: max(right - left, bottom - top) / 2, and: 1)
    }

    /// Grows both dimensions around the centre to at least `side`; moves each edge by at least `margin`.
    private func grown(toAtLeast side: Int, and margin: Int) -> Self {
        let across = max(margin, (side - (right - left)) / 2)
        let down = max(margin, (side - (bottom - top)) / 2)
        return Self(left: left - across, top: top - down, right: right + across, bottom: bottom + down)
    }
}
