/// The output of text detection: how likely each place of a picture belongs to text, 0…1, row by row.
package struct TextMap {
    package let width: Int
    package let height: Int
    private let values: [Float]

    /// `values` may have more columns and rows than the map, which is then their upper left. Throws if they have fewer.
    package init(width: Int, height: Int, values: [Float], columns: Int? = nil) throws(TextRecognitionError) {
        let columns = columns ?? width
        guard width > 0, height > 0, columns >= width, values.count >= columns * height else {
            throw TextRecognitionError(.failed, during: "text detection", "The text of the picture could not be read.")
        }
        self.width = width
        self.height = height
        self.values =
            columns == width
            ? Array(values.prefix(width * height))
            : Array((0..<height).map { values[$0 * columns..<$0 * columns + width] }.joined())
    }

    /// A connected area that is likely text: a line or a part of one.
    package struct Region {
        /// The places at the area's edge, in pixels of the map.
        package let edge: [(x: Int, y: Int)]
        /// The mean probability.
        package let score: Double
    }

    /// A place belongs to an area from this probability on.
    private static let leastOfPlace: Float = 0.3
    /// The minimum score of an area.
    private static let leastOfRegion = 0.5
    /// The minimum number of places of an area.
    private static let leastPlaces = 9
    private static let mostRegions = 1000

    /// The areas, from top to bottom.
    package func regions() -> [Region] {
        // A border of one place saves the checks of the edges.
        let row = width + 2
        var marks = [UInt8](repeating: 0, count: row * (height + 2))
        // Indexes in inner loops: iterators take most of the time in a debug build.
        values.withUnsafeBufferPointer { values in
            marks.withUnsafeMutableBufferPointer { marks in
                var (y, place) = (0, 0)
                while y < height {
                    var (x, mark) = (0, (y + 1) * row + 1)
                    while x < width {
                        if values[place] > Self.leastOfPlace {
                            // Also the neighbours to the right and below, so that letters with a thin gap are connected.
                            marks[mark] = 1
                            if x + 1 < width { marks[mark + 1] = 1 }
                            if y + 1 < height { marks[mark + row] = 1 }
                            if x + 1 < width, y + 1 < height { marks[mark + row + 1] = 1 }
                        }
                        (x, place, mark) = (x + 1, place + 1, mark + 1)
                    }
                    y += 1
                }
            }
        }
        var regions: [Region] = []
        var start = 0
        while start < marks.count, regions.count < Self.mostRegions {
            if marks[start] == 1, let region = region(from: start, row: row, &marks) { regions.append(region) }
            start += 1
        }
        return regions
    }

    /// The area that contains the place `start`; its marks become 2. Returns nil if it is not likely text.
    private func region(from start: Int, row: Int, _ marks: inout [UInt8]) -> Region? {
        let neighbours = [-row - 1, -row, -row + 1, -1, 1, row - 1, row, row + 1]
        var places = [start]
        marks[start] = 2
        var (next, sum) = (0, 0.0)
        var edge: [(x: Int, y: Int)] = []
        while next < places.count {
            let place = places[next]
            next += 1
            let (x, y) = (place % row - 1, place / row - 1)
            sum += Double(values[y * width + x])
            var index = 0
            while index < 8 {
                let other = place + neighbours[index]
                if marks[other] == 1 {
                    marks[other] = 2
                    places.append(other)
                }
                index += 1
            }
            if marks[place - 1] == 0 || marks[place + 1] == 0 || marks[place - row] == 0 || marks[place + row] == 0 {
                edge.append((x, y))
            }
        }
        let score = sum / Double(places.count)
        guard places.count >= Self.leastPlaces, score >= Self.leastOfRegion else { return nil }
        return Region(edge: edge, score: score)
    }
}
