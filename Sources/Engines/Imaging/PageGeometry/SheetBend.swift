/// The deviation of a sheet's text lines from horizontal after perspective correction: tilt, sag, and the change of
/// both from top to bottom. Coordinates range from -1 to 1 in both directions; the deviations have the same unit.
struct SheetBend: Sendable, Hashable {
    /// The terms in the order of the search: tilt, its vertical change, sag, its vertical change, and an S-shaped term.
    var terms: [Double]

    static let flat = SheetBend(terms: [0, 0, 0, 0, 0])

    /// The vertical deviation of a line at `x`, in two parts: `fixed + y · growing`.
    private func parts(_ x: Double) -> (fixed: Double, growing: Double) {
        (x * (terms[0] + x * (terms[2] + x * terms[4])), x * (terms[1] + x * terms[3]))
    }

    /// The vertical coordinate of a place of the sheet after levelling.
    func levelled(_ x: Double, _ y: Double) -> Double {
        let parts = parts(x)
        return y - parts.fixed - y * parts.growing
    }

    /// The inverse of `levelled`.
    func bent(_ x: Double, _ y: Double) -> Double {
        let parts = parts(x)
        return (y + parts.fixed) / max(0.2, 1 - parts.growing)
    }
}
