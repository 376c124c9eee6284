/// One view of a sheet: brightness, one byte a pixel, row by row.
package struct TextPlane {
    package let width: Int
    package let height: Int
    package let values: [UInt8]
    private let photograph: (Double, Double) -> (x: Double, y: Double)
    private let sheet: (Double, Double) -> (x: Double, y: Double)

    init(
        width: Int, height: Int, values: [UInt8],
        photograph: @escaping (Double, Double) -> (x: Double, y: Double),
        sheet: @escaping (Double, Double) -> (x: Double, y: Double)
    ) {
        self.width = width
        self.height = height
        self.values = values
        self.photograph = photograph
        self.sheet = sheet
    }

    /// Where a place of this plane, in pixels, lies in the upright photograph, in parts of its width and height.
    package func place(_ x: Int, _ y: Int) -> (x: Double, y: Double) {
        photograph(Double(x) / Double(width), Double(y) / Double(height))
    }

    /// And where on the sheet, whose lines are level, in halves of its height from its middle: the same for every view of
    /// it that has the same turns.
    package func level(_ x: Int, _ y: Int) -> (x: Double, y: Double) {
        sheet(Double(x) / Double(width), Double(y) / Double(height))
    }
}
