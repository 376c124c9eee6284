import Directions
import Messages

/// The result of comparing a strength with those that a medicine is sold in. No strength is corrected with it.
package enum StrengthVerdict: Sendable, Hashable, Codable {
    /// The list has the strength.
    case listed
    /// The list has other strengths of the medicine. `near` is the nearest one with the same units; nil if there is none.
    case unlisted(near: String?)
    /// The strength is about a power of ten times a listed one and far from every listed one. `factor` is 0.001 to 1000;
    /// `nearest` is the nearest listed strength, which is not always the one that is meant.
    case tenfold(factor: Double, nearest: String)
    /// The list has no strengths of the medicine, or the strength cannot be read.
    case unknown

    package var isTenfold: Bool { if case .tenfold = self { true } else { false } }

    /// A sentence for a person; nil if the verdict is `listed` or `unknown`.
    package func sentence(of strength: String) -> String? {
        switch self {
        case .listed, .unknown: return nil
        case .unlisted: return LabelFlag.strengthNotListed.sentence
        case .tenfold(let factor, let nearest):
            let doubt = localized(
                """
                A point, a zero or the unit may be wrong. Compare with the label, and ask your pharmacist before any of \
                it is taken.
                """)
            return "\(Self.comparison(of: strength, factor, nearest)) \(doubt)"
        }
    }

    private static func comparison(of strength: String, _ factor: Double, _ nearest: String) -> String {
        switch factor {
        case 1000...:
            localized(
                """
                “\(strength, "strength")” is about 1,000 times as much as a strength that this medicine is sold in, \
                and far from all of them (the nearest in our list, which is old, is \(nearest, "nearest")).
                """)
        case 100...:
            localized(
                """
                “\(strength, "strength")” is about 100 times as much as a strength that this medicine is sold in, \
                and far from all of them (the nearest in our list, which is old, is \(nearest, "nearest")).
                """)
        case 10...:
            localized(
                """
                “\(strength, "strength")” is about 10 times as much as a strength that this medicine is sold in, \
                and far from all of them (the nearest in our list, which is old, is \(nearest, "nearest")).
                """)
        case ...0.001:
            localized(
                """
                “\(strength, "strength")” is about one thousandth of a strength that this medicine is sold in, \
                and far from all of them (the nearest in our list, which is old, is \(nearest, "nearest")).
                """)
        case ...0.01:
            localized(
                """
                “\(strength, "strength")” is about one hundredth of a strength that this medicine is sold in, \
                and far from all of them (the nearest in our list, which is old, is \(nearest, "nearest")).
                """)
        default:
            localized(
                """
                “\(strength, "strength")” is about one tenth of a strength that this medicine is sold in, \
                and far from all of them (the nearest in our list, which is old, is \(nearest, "nearest")).
                """)
        }
    }
}

/// The strengths that one medicine is sold in, by form; made by Scripts/medicine-names.
package struct SoldStrengths: Sendable {
    private struct Entry {
        let form: Character?
        let text: String
        let strength: LabelStrength
    }

    private let entries: [Entry]

    /// Reads "t:5mg;10mg i:2mg/mL". Strengths without a letter apply to every form. Unreadable ones are ignored.
    init(_ printed: String) {
        var groups: [(form: Character?, text: String)] = []
        for piece in printed.split(separator: " ") {
            if let form = piece.first, piece.dropFirst().first == ":" {
                groups.append((form, String(piece.dropFirst(2))))
            } else if groups.isEmpty {
                groups.append((nil, String(piece)))
            } else {
                // A space inside a strength of a hand-written list: "500 mg".
                groups[groups.count - 1].text += piece
            }
        }
        entries = groups.flatMap { group in
            group.text.split(separator: ";").compactMap { text in
                guard let strength = LabelStrength(list: String(text)), !strength.amounts.isEmpty else { return nil }
                return Entry(form: group.form, text: String(text), strength: strength)
            }
        }
    }

    package var isEmpty: Bool { entries.isEmpty }
}

// MARK: - Verdict

extension SoldStrengths {
    /// A strength nearer than this factor to a listed one is never `tenfold`: real packs differ as much.
    static let leastFactor = 2.4
    /// The same factor if the form is unknown and strengths of all forms are compared.
    static let leastFactorOfAnyForm = 5.0
    /// How far a ratio may be from a power of ten.
    static let tolerance = 0.02
    /// Beyond this factor from each of several listed strengths the ratio need not be a power of ten.
    static let farFactor = 30.0
    static let several = 3
    /// The same factor if fewer are listed: milligrams for micrograms, with other numbers.
    static let farthestFactor = 300.0

    /// Compares a strength with the listed ones of its form. `form` is free text such as "film-coated tablets"; strengths
    /// of all forms are compared if it is nil or names no known form.
    package func verdict(strength: String, form: String? = nil) -> StrengthVerdict {
        if let read = LabelStrength(text: strength) { return verdict(read, form: form) }
        // "75 mg tablets": the text contains more than the strength, but only one strength.
        let tokens = LabelToken.all(in: strength.split(whereSeparator: \.isWhitespace).map(String.init))
        guard let read = LabelStrength.first(in: tokens, from: 0),
            LabelStrength.first(in: tokens, from: read.tokens.upperBound) == nil
        else { return .unknown }
        return verdict(read, form: [form, strength].compactMap(\.self).joined(separator: " "))
    }

    func verdict(_ read: LabelStrength, form: String?) -> StrengthVerdict {
        guard !read.amounts.isEmpty, !entries.isEmpty else { return .unknown }
        let group = entries(of: form)
        if group.contains(where: { Self.isListed(read, $0) }) { return .listed }
        // "30 g" of a cream is the size of the tube.
        guard !(Self.isWeight(read) && MedicineForm.isSpread(form ?? "")) else { return .unlisted(near: nil) }
        let compared = group.flatMap { entry in
            Self.comparable(entry, with: read).map { (entry: entry, amounts: $0) }
        }
        let ranked = compared.map { (text: $0.entry.text, distance: Self.distance(read.amounts, $0.amounts)) }
        guard
            let nearest = ranked.min(by: {
                // "300mcg" is easier to read than "0.3mg".
                ($0.distance, $0.text.hasPrefix("0.") ? 1 : 0) < ($1.distance, $1.text.hasPrefix("0.") ? 1 : 0)
            })
        else { return .unlisted(near: nil) }
        let near = Self.written(nearest.text)
        let isOneForm = Set(group.map(\.form)).count == 1
        guard nearest.distance >= (isOneForm ? Self.leastFactor : Self.leastFactorOfAnyForm) else {
            return .unlisted(near: near)
        }
        let powers = compared.compactMap { Self.power(read.amounts, $0.amounts) }
        if let power = powers.min(by: { abs($0) < abs($1) }) {
            return .tenfold(factor: Self.ten(to: power), nearest: near)
        }
        let farFactor = compared.count >= Self.several ? Self.farFactor : Self.farthestFactor
        guard nearest.distance >= farFactor else { return .unlisted(near: near) }
        return .tenfold(factor: Self.roundedFactor(read.amounts, compared.map(\.amounts)), nearest: near)
    }

    private func entries(of form: String?) -> [Entry] {
        let letters = MedicineForm.groups(of: form ?? "")
        return letters.isEmpty ? entries : entries.filter { entry in entry.form.map { letters.contains($0) } ?? true }
    }

    private static func isWeight(_ read: LabelStrength) -> Bool { read.amounts.map(\.unit) == ["mg"] }

    /// Returns true if the strengths or the contents are equal: labels print "40 mg" for 40 mg/0.4 mL.
    private static func isListed(_ read: LabelStrength, _ entry: Entry) -> Bool {
        entry.strength.isSame(as: read) || LabelStrength.areSame(read.amounts, entry.strength.contents)
    }

    /// The amounts of the entry that have the same units. A label may print a patch's contents or its rate without saying
    /// which, so both are compared.
    private static func comparable(_ entry: Entry, with read: LabelStrength) -> [[LabelStrength.Amount]] {
        let kinds = entry.form == "p" ? [entry.strength.amounts, entry.strength.contents] : [entry.strength.amounts]
        return kinds.filter { $0.map(\.unit).sorted() == read.amounts.map(\.unit).sorted() }
    }

    /// The ratio (at least 1) of the two amounts that differ most, in the best pairing.
    private static func distance(_ left: [LabelStrength.Amount], _ right: [LabelStrength.Amount]) -> Double {
        let left = left.sorted { ($0.unit, $0.value) < ($1.unit, $1.value) }
        let right = right.sorted { ($0.unit, $0.value) < ($1.unit, $1.value) }
        return zip(left, right).map { max($0.value / $1.value, $1.value / $0.value) }.max() ?? 1
    }

    /// The power of ten between two strengths; nil if one of their parts differs by another ratio, in any order.
    private static func power(_ left: [LabelStrength.Amount], _ right: [LabelStrength.Amount]) -> Int? {
        guard let first = left.first else { return 0 }
        let found = right.indices.compactMap { place -> Int? in
            guard right[place].unit == first.unit, let power = power(first.value / right[place].value) else {
                return nil
            }
            var rest = right
            rest.remove(at: place)
            return Self.power(Array(left.dropFirst()), rest).map { abs($0) > abs(power) ? $0 : power }
        }
        return found.min { abs($0) < abs($1) }
    }

    private static func power(_ ratio: Double) -> Int? {
        (-3...3).first { abs(ratio / ten(to: $0) - 1) <= tolerance }
    }

    private static func roundedFactor(_ read: [LabelStrength.Amount], _ listed: [[LabelStrength.Amount]]) -> Double {
        let first = listed.min { distance(read, $0) < distance(read, $1) } ?? read
        let isMore = read.map(\.value).reduce(0, +) > first.map(\.value).reduce(0, +)
        let power = (1...3).last { ten(to: $0) <= distance(read, first) * 1.2 } ?? 1
        return ten(to: isMore ? power : -power)
    }

    private static func ten(to power: Int) -> Double {
        switch power {
        case -3: 0.001
        case -2: 0.01
        case -1: 0.1
        case 1: 10
        case 2: 100
        case 3: 1000
        default: 1
        }
    }

    /// Formats "325mg+5mg/mL" as "325 mg + 5 mg/mL".
    private static func written(_ text: String) -> String {
        var written = ""
        for character in text {
            if character == "+" {
                written += " + "
                continue
            }
            if let last = written.last, last.isNumber, character.isLetter { written += " " }
            written.append(character)
        }
        return written
    }
}

extension MedicineNames {
    /// Compares a strength with those that the named medicine is sold in. All three are free text.
    package func verdict(name: String, strength: String, form: String? = nil) -> StrengthVerdict {
        strengths(of: names(in: name))?.verdict(strength: strength, form: form) ?? .unknown
    }

    /// The strengths of a medicine that has all of these names ("warfarin (Coumadin)"); nil if they are several medicines.
    func strengths(of names: [Name]) -> SoldStrengths? {
        guard let first = names.first, names.dropFirst().allSatisfy({ printed($0) == printed(first) }) else {
            return nil
        }
        return strengths(of: first)
    }
}
