import Calendar
import Foundation
import Household
import Larder

/// The larder: what was looked up, latest first, and the ways in; pure.
struct LarderModel {
    var lines: [LarderLine] = []
    let clock: WallClock
    /// Answers that wait, are on their way, or of which nobody knows what became.
    var underWay = 0
    /// What was typed and is no number.
    var typed: String?
    var fault: Problem?
    var note: String?

    /// Rows of the page; the larder itself keeps more.
    static let rows = 100

    var context: [String: Any] {
        var context: [String: Any] = [
            "products": lines.prefix(Self.rows).map(row), "isEmpty": lines.isEmpty,
            "count": Wording.counted(lines.count, "product"), "isMore": lines.count > Self.rows,
            "more": "And \(lines.count - Self.rows) more, looked up longer ago.", "typed": typed ?? "",
            "source": FoodSource().context, "answersWait": underWay > 0, "underWay": String(underWay),
        ]
        if let fault { context.merge(Self.context(of: fault)) { $1 } }
        if let note = note.flatMap(Self.note) { context["note"] = note }
        return context
    }

    /// Beside the field where it was typed, or above all where a picture was the trouble.
    static func context(of fault: Problem) -> [String: Any] {
        let words = ["title": fault.title, "detail": fault.detail, "hint": fault.hint ?? ""]
        return fault.code == "barcode-refused" ? ["wrong": words] : ["problem": words]
    }

    static func note(_ name: String) -> String? {
        switch name {
        case "removed": "Removed from the larder."
        default: nil
        }
    }

    private func row(_ line: LarderLine) -> [String: Any] {
        let product = line.remembered?.product
        var row: [String: Any] = [
            "href": Site.product(line.item.code), "title": Wording.short(product?.title ?? line.item.code),
            "about": [product?.brands, product?.quantity].compactMap(\.self).map { Wording.short($0, 60) }
                .joined(separator: " · "),
            "age": age(of: line),
        ]
        if product?.pictures[.front] != nil { row["picture"] = Site.picture(.front, of: line.item.code) }
        if let expiry = FoodExpiry(line.item, on: clock.day) {
            row["expiry"] = expiry.words
            row["isPast"] = expiry.isPast
        }
        return row
    }

    private func age(of line: LarderLine) -> String {
        guard let remembered = line.remembered else { return "Not looked up yet" }
        let ago = Wording.ago(clock.instant.timeIntervalSince(remembered.fetchedAt))
        return remembered.product == nil ? "Not at Open Food Facts, \(ago)" : "Looked up \(ago)"
    }
}

/// When a packet is over, as its code said.
struct FoodExpiry {
    let words: String
    let isPast: Bool

    /// Nothing where the code said nothing.
    init?(_ item: LarderItem, on today: LocalDay) {
        guard let day = item.expiry.flatMap({ LocalDay($0) }) else { return nil }
        isPast = day < today
        let distance = abs(today.days(until: day)) > 60 ? nil : Wording.distance(day, from: today)
        let date = Wording.date(day)
        words = "\(isPast ? "Was good until" : "Good until") \(date)" + (distance.map { ", \($0)" } ?? "")
    }
}

/// What was seen in a photograph that settles nothing yet; pure.
struct LarderScanModel {
    let scan: BarcodeScan

    /// The one code in it that may be looked up without asking.
    static func agreed(_ scan: BarcodeScan) -> BarcodeScan.Code? {
        scan.codes.count == 1 ? scan.codes.first.flatMap { $0.isAgreed ? $0 : nil } : nil
    }

    var title: String {
        switch scan.codes.count {
        case 0: "No code could be read"
        case 1: "Is this the number under the bars?"
        default: "Which of these is it?"
        }
    }

    var context: [String: Any] {
        [
            "title": title, "found": !scan.codes.isEmpty, "isOne": scan.codes.count == 1, "typed": "",
            "codes": scan.codes.compactMap { code -> [String: Any]? in
                guard let gtin = code.reading.gtin else { return nil }
                var row: [String: Any] = [
                    "number": Self.grouped(gtin.description), "text": code.lookUpText,
                    "symbology": code.reading.symbology?.rawValue ?? "", "isAgreed": code.isAgreed,
                ]
                if let remark = code.reading.sentence { row["remark"] = remark }
                return row
            },
        ]
    }

    /// As the digits stand under the bars, which is how a person compares them.
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
