/// A barcode drawn from its digits, so that tests and measurements know the correct result. Implemented from the
/// published tables of the symbologies, without the code under test.
package struct DrawnBarcode: Sendable {
    /// One value per module, true for a bar; without the quiet zones.
    package let modules: [Bool]

    /// 13 digits; the last one is drawn as the check digit, even if it is wrong. A UPC-A begins with 0.
    package init(ean13 digits: String) {
        let digits = Self.digits(digits)
        let parity = Self.parities[digits[0]]
        var bars = "101"
        for (place, digit) in digits[1...6].enumerated() {
            bars += Array(parity)[place] == "L" ? Self.left[digit] : Self.mirrored(digit)
        }
        bars += "01010"
        for digit in digits[7...12] { bars += Self.right(digit) }
        self.init(bars: bars + "101")
    }

    package init(ean8 digits: String) {
        let digits = Self.digits(digits)
        self.init(
            bars: "101" + digits[..<4].map { Self.left[$0] }.joined() + "01010"
                + digits[4...].map(Self.right).joined() + "101")
    }

    /// 8 digits: 0, the six drawn ones, and the check digit, which determines their parities.
    package init(upcE digits: String) {
        let digits = Self.digits(digits)
        let parity = Self.shortParities[digits[7]]
        var bars = "101"
        for (place, digit) in digits[1...6].enumerated() {
            bars += Array(parity)[place] == "L" ? Self.left[digit] : Self.mirrored(digit)
        }
        self.init(bars: bars + "010101")
    }

    /// An even number of digits; wide bars are three modules.
    package init(itf digits: String) {
        let digits = Self.digits(digits)
        var bars = "1010"
        for pair in stride(from: 0, to: digits.count, by: 2) {
            for (bar, space) in zip(Self.wide[digits[pair]], Self.wide[digits[pair + 1]]) {
                bars += (bar == "w" ? "111" : "1") + (space == "w" ? "000" : "0")
            }
        }
        self.init(bars: bars + "11101")
    }

    private init(bars: String) { modules = bars.map { $0 == "1" } }

    private static func digits(_ text: String) -> [Int] { text.compactMap(\.wholeNumberValue) }

    private static let left = [
        "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011",
    ]
    private static let parities = [
        "LLLLLL", "LLGLGG", "LLGGLG", "LLGGGL", "LGLLGG", "LGGLLG", "LGGGLL", "LGLGLG", "LGLGGL", "LGGLGL",
    ]
    private static let shortParities = [
        "GGGLLL", "GGLGLL", "GGLLGL", "GGLLLG", "GLGGLL", "GLLGGL", "GLLLGG", "GLGLGL", "GLGLLG", "GLLGLG",
    ]
    private static let wide = [
        "nnwwn", "wnnnw", "nwnnw", "wwnnn", "nnwnw", "wnwnn", "nwwnn", "nnnww", "wnnwn", "nwnwn",
    ]

    private static func right(_ digit: Int) -> String { String(left[digit].map { $0 == "0" ? "1" : "0" }) }
    private static func mirrored(_ digit: Int) -> String { String(right(digit).reversed()) }
}

// MARK: - Photograph

extension DrawnBarcode {
    /// The parameters of the photograph of a drawn code.
    package struct View: Sendable {
        package var width = 640
        package var height = 480
        /// The width of the narrowest bar in pixels.
        package var module = 3.0
        /// The ratio of the code's height to its width.
        package var shape = 0.5
        /// The rotation in degrees, clockwise.
        package var turn = 0.0
        /// The position of the code's centre, as fractions of the picture.
        package var place = (x: 0.5, y: 0.5)
        /// How much narrower bars are at the ends than in the middle, as on a bottle: 0 to 1.
        package var bend = 0.0
        /// The print gain: how much wider a bar is than it should be, in modules.
        package var spread = 0.0
        /// The blur radius in pixels.
        package var blur = 0
        package var ink = 30.0
        package var paper = 220.0
        /// How much darker the picture is at its right edge, in levels of 255.
        package var shade = 0.0
        /// The maximum noise of a pixel in levels.
        package var noise = 0.0
        package var seed: UInt64 = 1

        package init() {}
    }

    /// Grey values, row by row.
    package func seen(_ view: View) -> [UInt8] {
        Self.seen([(self, view)], width: view.width, height: view.height)
    }

    /// Several codes in one picture, with blur, shade and noise of the first.
    package static func seen(_ codes: [(code: DrawnBarcode, view: View)], width: Int, height: Int) -> [UInt8] {
        guard let light = codes.first?.view else { return [] }
        var values = [Double](repeating: light.paper, count: width * height)
        for (code, view) in codes { code.draw(view, into: &values, width: width, height: height) }
        for _ in 0..<2 where light.blur > 0 {
            values = averaged(values, width: width, height: height, radius: light.blur)
        }
        var state = light.seed
        return values.enumerated().map { place, value in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let noise = (Double(state >> 40) / Double(1 << 24) * 2 - 1) * light.noise
            let shade = light.shade * Double(place % width) / Double(width)
            return UInt8(min(255, max(0, (value - shade + noise).rounded())))
        }
    }

    private func draw(_ view: View, into values: inout [Double], width: Int, height: Int) {
        let across = Double(modules.count) * view.module
        let angle = view.turn * .pi / 180
        let (cosine, sine) = (Self.cosine(angle), Self.cosine(angle - .pi / 2))
        let reach = (across + across * view.shape) / 2 + 2
        let (middle, centre) = (Double(width) * view.place.x, Double(height) * view.place.y)
        for row in max(0, Int(centre - reach))..<min(height, Int(centre + reach) + 1) {
            for column in max(0, Int(middle - reach))..<min(width, Int(middle + reach) + 1) {
                var dark = 0
                for sample in 0..<4 {
                    let x = Double(column) + (Double(sample % 2) + 0.5) / 2 - middle
                    let y = Double(row) + (Double(sample / 2) + 0.5) / 2 - centre
                    let (u, v) = (x * cosine + y * sine, y * cosine - x * sine)
                    if abs(v) < across * view.shape / 2, isBar(at: u / across, view) { dark += 1 }
                }
                if dark > 0 {
                    let place = row * width + column
                    values[place] += (view.ink - view.paper) * Double(dark) / 4
                }
            }
        }
    }

    /// `place` is -0.5 at the left end and 0.5 at the right.
    private func isBar(at place: Double, _ view: View) -> Bool {
        // A third power is close enough to the sine of a bottle's side.
        let straight = place * (1 + view.bend * 4 * place * place) / (1 + view.bend)
        let module = (straight + 0.5) * Double(modules.count)
        func bar(_ module: Double) -> Bool {
            let index = Int(module.rounded(.down))
            return modules.indices.contains(index) && modules[index]
        }
        return bar(module - view.spread / 2) || bar(module + view.spread / 2)
    }

    /// Computed by its series after reducing the angle, because this target does not import the C library.
    private static func cosine(_ angle: Double) -> Double {
        let near = angle.remainder(dividingBy: 2 * .pi)
        var (term, sum) = (1.0, 1.0)
        for index in stride(from: 1.0, through: 23, by: 2) {
            term *= -near * near / (index * (index + 1))
            sum += term
        }
        return sum
    }

    private static func averaged(_ values: [Double], width: Int, height: Int, radius: Int) -> [Double] {
        func along(_ values: [Double], lines: Int, count: Int, step: Int, stride: Int) -> [Double] {
            var result = values
            for line in 0..<lines {
                func value(_ place: Int) -> Double { values[line * stride + min(count - 1, max(0, place)) * step] }
                var sum = (-radius...radius).reduce(0) { $0 + value($1) }
                for place in 0..<count {
                    result[line * stride + place * step] = sum / Double(2 * radius + 1)
                    sum += value(place + radius + 1) - value(place - radius)
                }
            }
            return result
        }
        let rows = along(values, lines: height, count: width, step: 1, stride: width)
        return along(rows, lines: width, count: height, step: width, stride: 1)
    }
}

extension DrawnBarcode {
    /// A minimal TIFF file with uncompressed grey values.
    package static func tiff(_ values: [UInt8], width: Int, height: Int) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        // Tag, type (3 is 16 bits, 4 is 32), value: size, 8 bits per sample, no compression, black is 0, one strip.
        let fields = [
            (256, 4, width), (257, 4, height), (258, 3, 8), (259, 3, 1), (262, 3, 1), (273, 4, 8), (277, 3, 1),
            (278, 4, height), (279, 4, values.count),
        ]
        let directory = fields.flatMap { number($0.0, 2) + number($0.1, 2) + number(1, 4) + number($0.2, 4) }
        let padding = values.count % 2
        return [0x49, 0x49, 0x2A, 0] + number(8 + values.count + padding, 4) + values
            + [UInt8](repeating: 0, count: padding) + number(fields.count, 2) + directory + number(0, 4)
    }
}
