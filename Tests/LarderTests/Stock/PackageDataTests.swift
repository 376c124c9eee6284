import Calendar
import Larder
import Support
import Testing

@Suite("Package data", .tags(.small)) struct PackageDataTests {
    private func data(_ text: String, in year: Int = 2026) throws -> PackageData {
        PackageData(try #require(BarcodeReading(text).elements), in: year)
    }

    @Test("Best before and use by are different dates") func kinds() throws {
        #expect(
            try data("(01)04044782317112(15)270131").date
                == FoodDate(.bestBefore, try #require(LocalDay("2027-01-31"))))
        #expect(
            try data("(01)04044782317112(17)270131").date == FoodDate(.useBy, try #require(LocalDay("2027-01-31"))))
        #expect(
            try data("(01)04044782317112(7003)2701311200").date
                == FoodDate(.useBy, try #require(LocalDay("2027-01-31"))))
        #expect(try data("(01)04044782317112(15)270201(17)270131").date?.kind == .useBy)
    }

    @Test("Day 00 is the last day of the month", arguments: [("270200", "2027-02-28"), ("280200", "2028-02-29")])
    func lastDay(digits: String, day: String) throws {
        #expect(try data("(01)04044782317112(15)\(digits)").date?.day == LocalDay(day))
    }

    @Test(
        "The century follows from the current year",
        arguments: [("760101", "2076-01-01"), ("770101", "1977-01-01"), ("000101", "2000-01-01")])
    func century(digits: String, day: String) throws {
        #expect(try data("(01)04044782317112(17)\(digits)").date?.day == LocalDay(day))
    }

    @Test("A date that does not exist is not proposed") func noDate() throws {
        #expect(try data("(01)04044782317112(15)270231").date == nil)
        #expect(try data("(01)04044782317112(11)260101(13)260102").date == nil)
    }

    @Test("The days of production and packaging, and the lot are read") func information() throws {
        let data = try data("(01)04044782317112(11)260101(13)260102(10)AB-7")
        #expect(data.producedOn == LocalDay("2026-01-01"))
        #expect(data.packedOn == LocalDay("2026-01-02"))
        #expect(data.lot == "AB-7")
    }

    @Test(
        "Weight and counts become an amount",
        arguments: [
            ("(3103)001250", "1.25 kg"), ("(30)12", "12 pieces"), ("(37)6", "6 packages"), ("(3152)000075", "0.75 l"),
            ("(3103)000500(30)4", "0.5 kg"),
        ])
    func amounts(elements: String, amount: String) throws {
        #expect(try data("(01)04044782317112\(elements)").amount?.description == amount)
    }

    @Test("A weight of zero is no amount") func zero() throws {
        #expect(try data("(01)04044782317112(3103)000000").amount == nil)
    }
}
