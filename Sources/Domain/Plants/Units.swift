import Messages

/// The units shown to a person. Internally all values are metric: °C, cm, mm, litres.
public enum Units: String, Sendable, CaseIterable {
    case metric, imperial

    // MARK: Numbers

    /// Converts °C to °C or °F.
    public func temperature(celsius: Double) -> Double { self == .metric ? celsius : celsius * 9 / 5 + 32 }

    /// Converts a temperature in these units to °C.
    public func celsius(temperature: Double) -> Double { self == .metric ? temperature : (temperature - 32) * 5 / 9 }

    /// Converts cm to cm or inches.
    public func length(centimetres: Double) -> Double { self == .metric ? centimetres : centimetres / 2.54 }

    /// Converts a length in these units to cm.
    public func centimetres(length: Double) -> Double { self == .metric ? length : length * 2.54 }

    /// Converts mm to mm or inches.
    public func rain(millimetres: Double) -> Double { self == .metric ? millimetres : millimetres / 25.4 }

    /// Converts litres to litres or US gallons.
    public func volume(litres: Double) -> Double { self == .metric ? litres : litres / 3.785411784 }

    // MARK: Text

    /// The sign of a temperature.
    public var temperatureUnit: String { self == .metric ? "°C" : "°F" }
    /// The sign of a length.
    public var lengthUnit: String { self == .metric ? "cm" : localized("in", context: "inches") }
    /// The sign of an amount of rain.
    public var rainUnit: String { self == .metric ? "mm" : localized("in", context: "inches") }
    /// The sign of a volume.
    public var volumeUnit: String { self == .metric ? "L" : localized("gal", context: "US gallons") }

    /// "21 °C", "70 °F": rounded to whole degrees.
    public func text(celsius: Double) -> String {
        Self.local(temperature(celsius: celsius), places: 0) + " " + temperatureUnit
    }

    /// "18 to 24 °C".
    public func text(celsius range: ClosedRange<Int>) -> String {
        let low = Self.local(temperature(celsius: Double(range.lowerBound)), places: 0)
        let high = Self.local(temperature(celsius: Double(range.upperBound)), places: 0)
        return localized("\(low, "lowest") to \(high, "highest") \(temperatureUnit, "unit")")
    }

    /// "14 cm", "5.5 in".
    public func text(centimetres: Double) -> String {
        Self.local(length(centimetres: centimetres), places: 1) + " " + lengthUnit
    }

    /// "700 mm", "27.6 in".
    public func text(millimetres: Double) -> String {
        Self.local(rain(millimetres: millimetres), places: self == .metric ? 0 : 1) + " " + rainUnit
    }

    /// "1.3 L", "0.34 gal".
    public func text(litres: Double) -> String {
        Self.local(volume(litres: litres), places: self == .metric ? 1 : 2) + " " + volumeUnit
    }

    /// The same with the decimal sign of the language, for people to read; a form field has a point.
    public static func local(_ number: Double, places: Int) -> String {
        LocalNumber.decimal(text(number, places: places))
    }

    /// Formats with at most `places` decimal places and without trailing zeros; never "-0".
    public static func text(_ number: Double, places: Int) -> String {
        let scale = (0..<max(0, places)).reduce(1.0) { scale, _ in scale * 10 }
        // Larger than any measure of a plant, and too large for an integer.
        guard number.isFinite, abs(number) < 1e12 else { return String(number) }
        let scaled = Int((number * scale).rounded(.toNearestOrAwayFromZero))
        let (whole, part) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
        var digits = String(part)
        while digits.utf8.count < places { digits = "0" + digits }
        while digits.utf8.last == UInt8(ascii: "0") { digits.removeLast() }
        return (scaled < 0 ? "-" : "") + String(whole) + (digits.isEmpty || places == 0 ? "" : "." + digits)
    }
}
