/// One view of a sheet: luminance, one byte per pixel, row by row.
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

    /// Converts a place of this plane, in pixels, to fractions of the upright photograph's width and height.
    package func place(_ x: Int, _ y: Int) -> (x: Double, y: Double) {
        photograph(Double(x) / Double(width), Double(y) / Double(height))
    }

    /// Converts a place of this plane, in pixels, to the levelled sheet, in halves of its height from its centre. The
    /// result is the same in all views of the sheet with the same rotation.
    package func level(_ x: Int, _ y: Int) -> (x: Double, y: Double) {
        sheet(Double(x) / Double(width), Double(y) / Double(height))
    }
}
