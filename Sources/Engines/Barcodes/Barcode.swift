/// A code that one reader saw in one picture. What its check digits or error correction can tell, it has told.
package struct Barcode: Sendable, Hashable {
    /// What carries it: bars or squares.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case ean13, ean8, upcA, upcE, itf, code128, dataBar, dataMatrix, qr
    }

    package let kind: Kind
    /// As the reader gives it. Kinds that carry more than a number have their symbology identifier in front: "]C1".
    package let text: String
    package let box: Box

    /// One picture gives no more than this; further codes are left out.
    package static let limit = 32
    /// Bytes of one text; codes with longer ones are left out.
    package static let longestText = 4096

    /// Pixels of the picture, the right and the bottom edge not included. Of bars it may be a line across.
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
    /// As high as it is wide, with room for the quiet zones: where to look for the same code again.
    package var surroundings: Self {
        let side = max(right - left, bottom - top, 16)
        return grown(toAtLeast: side + side / 4, and: side / 8)
    }

    /// What is surely the same code's, where only a line across is known of it.
    var body: Self {
        grown(toAtLeast: max(right - left, bottom - top) / 2, and: 1)
    }

    /// Both sides, from the middle; each edge moves by `margin` at least.
    private func grown(toAtLeast side: Int, and margin: Int) -> Self {
        let across = max(margin, (side - (right - left)) / 2)
        let down = max(margin, (side - (bottom - top)) / 2)
        return Self(left: left - across, top: top - down, right: right + across, bottom: bottom + down)
    }
}
