package import Calendar

/// What the GS1 data of a package propose for the stock. A person confirms each value.
///
/// The meanings are those of the GS1 General Specifications, section 3: identifier 15 is the best before date, 17 and 7003
/// are the expiration date, 11 and 13 are the days of production and packaging, 10 is the lot, 30 a count of items, 37 the
/// count of trade items in a logistic unit, 310n the net weight in kilograms.
package struct PackageData: Sendable, Hashable {
    package var date: FoodDate?
    package var amount: FoodAmount?
    package var lot: String?
    package var producedOn: LocalDay?
    package var packedOn: LocalDay?

    /// `year` is the current year: only two digits of a year are encoded (`LabelDate`).
    package init(_ elements: ElementString, in year: Int) {
        // "Use by" takes precedence if both are encoded, because it is the date after which food is not eaten.
        if let day = elements.expiry(in: year)?.localDay {
            date = FoodDate(.useBy, day)
        } else if let day = elements.bestBefore(in: year)?.localDay {
            date = FoodDate(.bestBefore, day)
        }
        lot = elements.lot.map { String($0.prefix(StockItem.Content.lotLimit)) }
        producedOn = elements.date(.productionDate, in: year)?.localDay
        packedOn = elements.date(.packagingDate, in: year)?.localDay
        amount = Self.amount(elements)
    }

    private static func amount(_ elements: ElementString) -> FoodAmount? {
        if let measure = elements.netWeight ?? elements.netVolume, let unit = unit(of: measure.unit) {
            return try? FoodAmount(measure.value, unit)
        }
        if let count = elements[.count].flatMap(Double.init) { return try? FoodAmount(count, .piece) }
        if let count = elements[.containedCount].flatMap(Double.init) { return try? FoodAmount(count, .package) }
        return nil
    }

    private static func unit(of unit: Measure.Unit) -> FoodAmount.Unit? {
        switch unit {
        case .kilogram: .kilogram
        case .pound: .pound
        case .fluidOunce: .fluidOunce
        case .litre: .litre
        case .troyOunce, .cubicMetre, .quart, .gallon, .cubicInch, .cubicFoot, .cubicYard: nil
        }
    }
}

extension LabelDate {
    package var localDay: LocalDay? { LocalDay(year: year, month: month, day: day) }
}
