import Glibc

/// Finds the direction of text lines. If the lines are horizontal, rows without ink lie between them, so the unevenness
/// of the row sums is at its maximum.
struct LineFinder {
    private let places: [(x: Float, y: Float)]
    private let rows: Int

    /// The result of a search.
    struct Finding {
        var bend: SheetBend
        /// 1 if ink is spread evenly; 2 and more for text.
        var unevenness: Double
    }

    /// `ink` contains the dark pixels of a sheet of this size; `rows` is the number of rows in the histogram.
    init(ink: [(x: Int, y: Int)], width: Int, height: Int, rows: Int) {
        // A sample of this size is sufficient and bounds the time.
        let step = max(1, ink.count / 14_000)
        places = stride(from: 0, to: ink.count, by: step).enumerated().map { number, index in
            // The position within a pixel varies: if all positions were at the centre, lines along the pixel grid would
            // have a different unevenness.
            let part = Float(number) * 0.618034
            return (
                (Float(ink[index].x) + 0.5) / Float(width) * 2 - 1,
                (Float(ink[index].y) + part - part.rounded(.down)) / Float(height) * 2 - 1
            )
        }
        self.rows = rows
    }

    var isEmpty: Bool { places.count < 200 }

    /// The sum of the squared row sums, divided by the value for evenly spread ink.
    func unevenness(_ bend: SheetBend) -> Double {
        // Local values and an index instead of an iterator: this loop takes most of the time, also in a debug build.
        let terms = bend.terms.map(Float.init)
        let (tilt, tiltChange, sag, sagChange, bow) = (terms[0], terms[1], terms[2], terms[3], terms[4])
        let scale = Float(rows) / 2
        var sums = [Int32](repeating: 0, count: rows)
        sums.withUnsafeMutableBufferPointer { sums in
            places.withUnsafeBufferPointer { places in
                let (rows, count) = (sums.count, places.count)
                var index = 0
                while index < count {
                    let (x, y) = places[index]
                    let fixed = x * (tilt + x * (sag + x * bow))
                    let level = y - fixed - y * x * (tiltChange + x * sagChange)
                    let row = Int((level + 1) * scale)
                    if row >= 0, row < rows { sums[row] &+= 1 }
                    index += 1
                }
            }
        }
        let squares = sums.reduce(0.0) { $0 + Double($1) * Double($1) }
        return squares * Double(rows) / (Double(places.count) * Double(places.count))
    }

    /// The best tilt between `-widest` and `widest`.
    func tilted(widest: Double) -> Finding {
        var best = Finding(bend: .flat, unevenness: unevenness(.flat))
        let step = 2.5 / Double(rows)
        for number in 1...max(1, Int(widest / step)) {
            for tilt in [-Double(number) * step, Double(number) * step] {
                best = better(best, SheetBend(terms: [tilt, 0, 0, 0, 0]))
            }
        }
        return best
    }

    /// The best combination of all terms near `tilt`: first tilt and sag together on a coarse grid, because each can
    /// hide the other if the text fills only one half of the lines; then all terms in decreasing steps.
    func bent(near tilt: Double, widest: Double) -> Finding {
        let coarse = LineFinder(thinning: self)
        var grid = Finding(bend: .flat, unevenness: 0)
        let step = 2.5 / Double(coarse.rows)
        let reach = max(1, Int(widest / step))
        for across in -reach...reach {
            for sag in -18...18 {
                let bend = SheetBend(terms: [tilt + Double(across) * step, 0, Double(sag) * 0.018, 0, 0])
                // Among bends of similar quality the flatter one is chosen.
                grid = coarse.better(grid, bend, margin: abs(bend.terms[2]) > abs(grid.bend.terms[2]) ? 1.01 : 1)
            }
        }
        var best = better(
            Finding(bend: grid.bend, unevenness: unevenness(grid.bend)), SheetBend(terms: [tilt, 0, 0, 0, 0]))
        var size = 0.016
        while size > 0.6 / Double(rows) {
            var rounds = 0
            var last = 0.0
            while best.unevenness > last, rounds < 10 {
                last = best.unevenness
                rounds += 1
                for term in best.bend.terms.indices {
                    for sign in [-1.0, 1] {
                        var bend = best.bend
                        bend.terms[term] += sign * size
                        best = better(best, bend, margin: 1.001)
                    }
                }
            }
            size /= 2
        }
        return best
    }

    private func better(_ best: Finding, _ bend: SheetBend, margin: Double = 1) -> Finding {
        let value = unevenness(bend)
        return value > best.unevenness * margin ? Finding(bend: bend, unevenness: value) : best
    }

    private init(thinning fine: LineFinder) {
        places = stride(from: 0, to: fine.places.count, by: max(1, fine.places.count / 4000)).map { fine.places[$0] }
        rows = fine.rows / 2
    }

    /// The height of the lines of ink in rows, at the lower quartile, because small print matters.
    func lineHeight(_ bend: SheetBend) -> Double? {
        var sums = [Double](repeating: 0, count: rows)
        for place in places {
            let row = Int((bend.levelled(Double(place.x), Double(place.y)) + 1) * Double(rows) / 2)
            if sums.indices.contains(row) { sums[row] += 1 }
        }
        let threshold = 0.35 * sums.reduce(0, +) / Double(rows)
        var runs: [Int] = []
        var run = 0
        for sum in sums + [0] {
            if sum > threshold {
                run += 1
            } else if run > 0 {
                runs.append(run)
                run = 0
            }
        }
        let lines = runs.filter { $0 > 2 }.sorted()
        return lines.isEmpty ? nil : Double(lines[lines.count / 4])
    }
}
