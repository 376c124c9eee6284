/// How far the lines of a sheet stray from level, after perspective is undone: tilt, sag and what changes of both from
/// the top to the bottom. Places run from -1 to 1 both ways; amounts are of the same measure.
struct SheetBend: Sendable, Hashable {
    /// In the order in which they are looked for: tilt, its change downwards, sag, its change downwards, an S across.
    var terms: [Double]

    static let flat = SheetBend(terms: [0, 0, 0, 0, 0])

    /// How much lower a line of the sheet lies at `x` than it would if it were level, per part: `fixed + y · growing`.
    private func parts(_ x: Double) -> (fixed: Double, growing: Double) {
        (x * (terms[0] + x * (terms[2] + x * terms[4])), x * (terms[1] + x * terms[3]))
    }

    /// Where a place of the sheet comes to lie once the lines are level.
    func levelled(_ x: Double, _ y: Double) -> Double {
        let parts = parts(x)
        return y - parts.fixed - y * parts.growing
    }

    /// The other way.
    func bent(_ x: Double, _ y: Double) -> Double {
        let parts = parts(x)
        return (y + parts.fixed) / max(0.2, 1 - parts.growing)
    }
}
