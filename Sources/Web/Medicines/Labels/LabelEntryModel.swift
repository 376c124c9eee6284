import Directions
import Doses
import Foundation
import Household
import Labels
import Messages
import Wording

/// A medicine of a label, each value with its source; pure.
struct LabelEntryModel {
    let page: LabelModel
    let number: Int

    init(_ page: LabelModel, number: Int) {
        self.page = page
        self.number = number
    }

    private var entry: LabelReading.Entry { page.view.reading.entries[number] }
    private var directions: DirectionsReading? { entry.directions }
    private var isHandwritten: Bool { page.view.text.isHandwritten }

    /// True if the directions may be shown as plain sentences.
    private var isPlain: Bool {
        directions.map { $0.status != .refuse } ?? false && entry.areDirectionsSure && !isHandwritten
    }

    var context: Fields {
        let stand = self.stand
        var context = Fields(
            heading: heading, entryNumber: String(number + 1), entryId: "medicine-\(number + 1)",
            stand: stand.words, standKind: stand.kind, standIcon: stand.icon, values: values,
            hints: hints, hasHints: !hints.isEmpty, isPlain: isPlain, plain: plain,
            confirm: Site.confirm(page.label.id, number))
        if let alarm { context.alarm = Alarm(alarmWords: alarm.words, words: LabelModel.places(alarm.places)) }
        if let id = page.label.confirmed[number] { context.keptHref = Site.medicine(id) }
        if let sum = entry.arithmetic, isPlain, entry.quantity?.isSure ?? false {
            context.arithmetic = Arithmetic(
                sum: sum.text, isAgreeing: sum.matches, words: LabelModel.places(sum.words + sumWords(sum)))
        }
        if !entry.similarNames.isEmpty, entry.name == nil {
            context.similar = Similar(names: Wording.list(entry.similarNames.map { Wording.short($0, 60) }))
        }
        return context
    }

    /// The warning about a strength, of the medicine or in the directions, that is about a power of ten times a strength
    /// that is sold; nil if there is none.
    private var alarm: (words: String, places: [LabelReading.WordPlace])? {
        let flags = entry.flags.filter { $0.code == LabelFlag.strengthTenfold.rawValue }
        guard !flags.isEmpty else { return nil }
        let sentence = entry.strength.flatMap { strength in
            entry.soldStrength.flatMap { $0.isTenfold ? $0.sentence(of: strength.text) : nil }
        }
        return (sentence ?? LabelFlag.strengthTenfold.sentence, flags.flatMap(\.words))
    }

    private var heading: String {
        if let name = entry.name, name.isSure, !isHandwritten {
            let strength = entry.strength.flatMap { $0.isSure ? $0.content : nil }
            return Wording.short([name.content, strength].compactMap(\.self).joined(separator: " "))
        }
        return page.view.reading.entries.count == 1
            ? localized("The medicine") : localized("Medicine \(number + 1, "number")")
    }

    private var stand: (words: String, kind: String, icon: String) {
        guard let directions else {
            return (localized("No directions were found"), "review", "warning")
        }
        if directions.status == .refuse {
            return (localized("Cannot be read safely: no dose is shown"), "refuse", "warning")
        }
        if !entry.areDirectionsSure || isHandwritten {
            return (
                localized("Not every word is certain: type the words in boxes when you confirm"), "review", "pencil"
            )
        }
        return directions.status == .ok
            ? (localized("Read. Please compare it with the label."), "ok", "check")
            : (localized("Check the label"), "review", "warning")
    }

    // MARK: Values

    private var values: [Row] {
        var rows = [
            row(
                localized("Medicine"), "name", entry.name ?? entry.unknownName, missing: localized("No name was found"))
        ]
        rows.append(row(localized("Strength"), "strength", entry.strength, missing: localized("No strength was found")))
        if let form = entry.form { rows.append(row(localized("Form", context: "of a medicine"), "form", form)) }
        rows += clauseRows
        if let quantity = entry.quantity {
            rows.append(
                row(
                    localized("Quantity"), "quantity", quantity,
                    shown: DosePlan.words(quantity.content, entry.quantityUnit)))
        }
        if let refills = entry.refills {
            rows.append(row(localized("Refills"), "refills", refills, shown: String(refills.content)))
        }
        return rows
    }

    /// `field` is the field of the form on which a person types the value.
    private func row<Content>(
        _ name: String, _ field: String, _ value: LabelReading.Value<Content>?, shown: String? = nil,
        missing: String = ""
    ) -> Row {
        guard let value else {
            return Row(
                valueName: name, isMissing: true, missing: missing,
                typeHref: Site.confirm(page.label.id, number))
        }
        let shown = shown ?? (value.content as? String) ?? value.text
        return self.row(name, field, shown: shown, read: value.text, words: value.words, isSure: value.isSure)
    }

    private func row(
        _ name: String, _ field: String, shown: String, read: String, words: [LabelReading.WordPlace], isSure: Bool
    ) -> Row {
        var row = Row(
            valueName: name, value: Wording.short(shown), read: Wording.short(read),
            isSure: isSure && !isHandwritten, words: LabelModel.places(words), lineLinks: page.links(words),
            typeHref: Site.confirm(page.label.id, number).with(at: "f-" + field))
        row.crop = page.crop(words)
        return row
    }

    private var clauseRows: [Row] {
        guard let directions, directions.status != .refuse else { return [] }
        return directions.clauses.enumerated().flatMap { place, clause in
            clause.fields.map { field in
                let spans = directions.spans.filter { $0.clause == place && $0.field == field }.map(\.span)
                let words = self.words(spans)
                let name = directions.clauses.count > 1 ? field.words(ofPart: place + 1) : field.words
                return row(
                    Wording.capitalised(name), "directions", shown: Wording.words(field, of: clause),
                    read: spans.map { $0.text(of: directions.text) }.joined(separator: " … "), words: words,
                    isSure: !words.isEmpty && words.allSatisfy { page.word($0).map(page.isSure) ?? false })
            }
        }
    }

    private func words(_ spans: [TextSpan]) -> [LabelReading.WordPlace] {
        let found = entry.directionWords.filter { placed in spans.contains { $0.overlaps(placed.span) } }
        return Set(found.map(\.word)).sorted()
    }

    private func sumWords(_ sum: LabelArithmetic) -> [LabelReading.WordPlace] { words(sum.factors.flatMap(\.spans)) }

    // MARK: Sentences

    private var plain: [Plain] {
        guard isPlain, let directions else { return [] }
        var last: Int?
        return PlainWordsFields.all(of: directions, [.instruction, .limit, .note])
            .map { sentence, fields in
                let words = self.words(sentence.spans)
                var row = Plain(
                    inWords: fields, isAside: fields.isNote, words: LabelModel.places(words),
                    lineLinks: page.links(words))
                if let step = sentence.step, step != last { row.step = String(step) }
                last = sentence.step ?? last
                return row
            }
    }

    /// The hints for the person, without duplicates.
    private var hints: [Hint] {
        var rows: [(String, [LabelReading.WordPlace])] = []
        if let directions {
            rows += PlainDirections(directions).sentences.filter { [.unread, .caution].contains($0.kind) }
                .map { ($0.text, words($0.spans)) }
        }
        rows += entry.flags.filter { $0.code != LabelFlag.strengthTenfold.rawValue }
            .map { (Wording.flag($0.code), $0.words) }
        var seen: Set<String> = []
        return rows.filter { seen.insert($0.0).inserted }.map { text, words in
            Hint(hint: text, words: LabelModel.places(words), lineLinks: page.links(words))
        }
    }
}

extension LabelEntryModel {
    struct Alarm: TemplateFields {
        let alarmWords: String
        let words: String
    }

    struct Arithmetic: TemplateFields {
        let sum: String
        let isAgreeing: Bool
        let words: String
    }

    struct Similar: TemplateFields {
        let names: String
    }

    /// The fields of medicine-label.mustache about one medicine.
    struct Fields: TemplateFields {
        let heading: String
        let entryNumber: String
        let entryId: String
        let stand: String
        let standKind: String
        let standIcon: String
        let values: [Row]
        let hints: [Hint]
        let hasHints: Bool
        let isPlain: Bool
        let plain: [Plain]
        let confirm: String
        var alarm: Alarm?
        var keptHref: String?
        var arithmetic: Arithmetic?
        var similar: Similar?
    }

    struct Row: TemplateFields {
        let valueName: String
        var isMissing: Bool = false
        var missing: String = ""
        var value: String = ""
        var read: String = ""
        var isSure: Bool = false
        var words: String = ""
        var lineLinks: [LineLink] = []
        let typeHref: String
        var crop: LabelCrop?
    }

    struct Plain: TemplateFields {
        let inWords: PlainWordsFields
        let isAside: Bool
        let words: String
        let lineLinks: [LineLink]
        var step: String?
    }

    struct Hint: TemplateFields {
        let hint: String
        let words: String
        let lineLinks: [LineLink]
    }
}
