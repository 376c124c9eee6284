import Calendar
import Foundation
import Household
import Larder
import Messages

/// The fields of the larder's page: the products, latest first, and the forms that look up a product; pure.
struct LarderModel {
    var lines: [LarderLine] = []
    let clock: WallClock
    /// The diets of the household, for the verdicts in each row.
    var diet = HouseholdDiet(everyone: Diet(), people: [])
    /// The number of answers that are waiting, being sent, or whose outcome is unknown.
    var underWay = 0
    /// The number of items of the stock that are to be used soon.
    var soon = 0
    /// The entered text that was refused as a code.
    var typed: String?
    var fault: Problem?
    var note: String?

    /// The largest number of products on the page. The larder itself may contain more.
    static let rows = 100

    var context: Page {
        let refusal = fault.map(RefusalFields.init)
        let (count, rest) = (lines.count, lines.count - Self.rows)
        let isOfNumber = fault?.code == "barcode-refused"
        return Page(
            products: lines.prefix(Self.rows).map(row), isEmpty: lines.isEmpty,
            count: localized(count, one: "1 product", other: "\(count, "count") products"), isMore: rest > 0,
            more: localized(
                rest, one: "And 1 more that were looked up earlier.",
                other: "And \(rest, "count") more that were looked up earlier."),
            source: FoodSource().context, answersWait: underWay > 0,
            underWay: localized(underWay, one: "1 being sent", other: "\(underWay, "count") being sent"),
            stockSoon: soon == 0
                ? nil : localized(soon, one: "1 to use soon", other: "\(soon, "count") to use soon"),
            // An error of the code is shown at its field; an error of a picture is shown at the top of the page.
            ways: LarderWaysFields(typed: typed ?? "", wrong: isOfNumber ? refusal : nil),
            problem: isOfNumber ? nil : refusal, note: note.flatMap(Self.note))
    }

    static func note(_ name: String) -> String? {
        switch name {
        case "removed": localized("Removed from the larder.")
        default: nil
        }
    }

    private func row(_ line: LarderLine) -> Row {
        let product = line.remembered?.product
        let expiry = FoodExpiry(line.item, on: clock.day)
        return Row(
            href: Site.product(line.item.code), title: Wording.short(product?.title ?? line.item.code),
            about: [product?.brands, product?.quantity].compactMap(\.self).map { Wording.short($0, 60) }
                .joined(separator: " · "),
            age: age(of: line),
            picture: product?.pictures[.front].map { _ in Site.productPicture(line.item.code, .init(.front)) },
            expiry: expiry?.words, isPast: expiry?.isPast == true,
            verdicts: product.map { StockVerdict.all(diet.report(of: $0), diet.personalReports(of: $0)) } ?? [])
    }

    private func age(of line: LarderLine) -> String {
        guard let remembered = line.remembered else { return localized("Not looked up yet") }
        let ago = Wording.ago(clock.instant.timeIntervalSince(remembered.fetchedAt))
        return remembered.product == nil
            ? localized("Not at Open Food Facts, \(ago, "time")") : localized("Looked up \(ago, "time")")
    }
}

/// The expiry date of an item, from its code.
struct FoodExpiry {
    let words: String
    let isPast: Bool

    /// Returns nil if the code contains no expiry date.
    init?(_ item: LarderItem, on today: LocalDay) {
        guard let day = item.expiry.flatMap({ LocalDay($0) }) else { return nil }
        isPast = day < today
        let distance = abs(today.days(until: day)) > 60 ? nil : Wording.distance(day, from: today)
        let date = Wording.date(day)
        let elements = item.elements.flatMap { BarcodeReading($0).elements }
        if let known = elements.flatMap({ PackageData($0, in: today.year).date }), known.day == day {
            words = StockDateWords(known, on: today).words
            return
        }
        // An earlier release did not store which kind of date it is.
        words =
            switch (isPast, distance) {
            case (true, let distance?):
                localized("Was good until \(date, "day"), \(distance, "distance")")
            case (true, nil): localized("Was good until \(date, "day")")
            case (false, let distance?): localized("Good until \(date, "day"), \(distance, "distance")")
            case (false, nil): localized("Good until \(date, "day")")
            }
    }
}

/// The result of a scan that needs a decision of the person; pure.
struct LarderScanModel {
    let scan: BarcodeScan

    /// Returns the only code of a scan if it may be looked up without a confirmation.
    static func agreed(_ scan: BarcodeScan) -> BarcodeScan.Code? {
        scan.codes.count == 1 ? scan.codes.first.flatMap { $0.isAgreed ? $0 : nil } : nil
    }

    var title: String {
        switch scan.codes.count {
        case 0: localized("No barcode could be read")
        case 1: localized("Is this the number below the barcode?")
        default: localized("Which number is it?")
        }
    }

    var context: Page {
        Page(
            found: !scan.codes.isEmpty, isOne: scan.codes.count == 1,
            codes: scan.codes.compactMap { code -> Row? in
                guard let gtin = code.reading.gtin else { return nil }
                return Row(
                    number: Self.grouped(gtin.description), text: code.lookUpText,
                    symbology: code.reading.symbology?.rawValue ?? "", isAgreed: code.isAgreed,
                    remark: code.reading.sentence)
            },
            heading: title)
    }

    /// Returns the digits grouped as they are printed under the bars.
    static func grouped(_ digits: String) -> String {
        let cuts: [Int] =
            switch digits.count {
            case 8: [4]
            case 13: [1, 7]
            case 14: [1, 3, 8]
            default: []
            }
        return digits.enumerated().map { (cuts.contains($0.offset) ? "\u{2009}" : "") + String($0.element) }.joined()
    }
}

extension LarderModel {
    /// The fields of larder.mustache.
    struct Page: PageFields {
        static let template = "larder"

        let products: [Row]
        let isEmpty: Bool
        let count: String
        let isMore: Bool
        let more: String
        let source: FoodSource.Fields
        let answersWait: Bool
        let underWay: String
        let stockSoon: String?
        let ways: LarderWaysFields
        let problem: RefusalFields?
        let note: String?
    }

    struct Row: TemplateFields {
        let href: String
        let title: String
        let about: String
        let age: String
        let picture: String?
        let expiry: String?
        let isPast: Bool
        let verdicts: [StockVerdict.Fields]
    }
}

/// The fields of larder-ways.mustache: the forms that look up a product.
struct LarderWaysFields: SharedFields {
    let typed: String
    /// The error about the entered code.
    var wrong: RefusalFields?
    var limits = UploadLimits()
}

extension LarderScanModel {
    struct Row: TemplateFields {
        let number: String
        let text: String
        let symbology: String
        let isAgreed: Bool
        let remark: String?
    }

    /// The fields of larder-scan.mustache.
    struct Page: PageFields {
        static let template = "larder-scan"

        let found: Bool
        let isOne: Bool
        let codes: [Row]
        let heading: String
        var ways = LarderWaysFields(typed: "")
    }
}
