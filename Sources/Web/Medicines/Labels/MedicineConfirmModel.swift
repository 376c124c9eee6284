import Calendar
import Directions
import Doses
import Foundation
import HTTPTypes
import Household
import Labels
import Messages
import Recognition
import Wording

/// The form with which a person compares a medicine with its label; pure. A field is prefilled only with a sure value,
/// and no box is ever prechecked.
struct MedicineConfirmModel {
    enum Origin {
        case new
        case entry(MedicineLabel, LabelView, Int)
        case kept(StoredMedicine)
    }

    let origin: Origin
    /// The values of the sent form; nil before the first.
    var typed: [String: String]?
    /// The medicine that results from the form's directions.
    var read: (medicine: Medicine, directions: DirectionsReading)?
    var wrong: HouseholdError?
    var tellsMissing = false
    var photograph: Photograph?
    /// The comparison of the strength in the form with those that are sold.
    var strengthVerdict = StrengthVerdict.unknown
    /// True if the person can give a new medicine to everyone in the household.
    var offersEveryone = false

    /// To whom a new medicine will belong.
    var belonging: MedicineBelonging { typed?["everyone"] == "yes" ? .household : .person }

    init(origin: Origin, typed: [String: String]? = nil) {
        self.origin = origin
        self.typed = typed
        guard typed == nil, let form = try? form(), let name = Self.tidy(form.name), let sig = Self.tidy(form.sig)
        else {
            return
        }
        let directions = DirectionsReader.read(sig)
        let medicine = Medicine(
            name: name, strength: Self.tidy(form.strength), form: Self.tidy(form.form), person: Self.tidy(form.person),
            sig: sig, clauses: directions.clauses, quantity: form.quantity,
            quantityUnit: LabelReading.quantityUnit(named: form.quantityUnit), refills: form.refills,
            warnings: form.warnings, remarks: directions.remarks)
        read = (medicine, directions)
    }

    private static func tidy(_ text: String?) -> String? {
        let tidy = (text ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return tidy.isEmpty ? nil : tidy
    }

    var title: String {
        switch origin {
        case .new: localized("Enter a medicine")
        case .entry: localized("Check and confirm")
        case .kept(let kept): localized("Change \(Wording.short(kept.medicine.name, 80), "medicine")")
        }
    }

    /// The title of the page. It does not contain the name of a medicine, because the browser history stores it.
    var pageTitle: String { if case .kept = origin { localized("Change a medicine") } else { title } }

    var action: String {
        switch origin {
        case .new: Site.newMedicine
        case .entry(let label, _, let number): Site.confirm(label.id, number)
        case .kept(let kept): Site.editMedicine(kept.id)
        }
    }

    private var back: (href: String, name: String) {
        switch origin {
        case .new: (Site.medicines, localized("Medicines"))
        case .entry(let label, _, _): (Site.label(label.id), localized("The label"))
        case .kept(let kept): (Site.medicine(kept.id), Wording.short(kept.medicine.name, 40))
        }
    }

    var entry: LabelReading.Entry? {
        guard case .entry(_, let view, let number) = origin else { return nil }
        return view.reading.entries[number]
    }

    /// The reading of the label; nil for a medicine that is entered by hand or changed.
    var label: LabelReading? {
        if case .entry(_, let view, _) = origin { view.reading } else { nil }
    }

    var isHandwritten: Bool {
        if case .entry(_, let view, _) = origin { view.text.isHandwritten } else { false }
    }

    // MARK: Form values

    static let fields = [
        "name", "strength", "form", "person", "directions", "quantity", "quantityUnit", "refills", "expiry",
    ]

    /// Returns the value of a field: the sent one, otherwise a sure one.
    func value(_ field: String) -> String {
        if let typed { return (typed[field] ?? "").trimmingCharacters(in: .whitespacesAndNewlines) }
        switch origin {
        case .new: return ""
        case .entry: return sure(field) ?? ""
        case .kept(let kept): return Self.value(field, of: kept)
        }
    }

    private func sure(_ field: String) -> String? {
        guard let entry, !isHandwritten else { return nil }
        func sure<Content>(_ value: LabelReading.Value<Content>?) -> Content? {
            value.flatMap { $0.isSure ? $0.content : nil }
        }
        return switch field {
        case "name": sure(entry.name)
        case "strength": sure(entry.strength)
        case "form": sure(entry.form)
        case "directions": entry.areDirectionsSure ? entry.directions?.text : nil
        case "quantity": sure(entry.quantity).map(Self.plain)
        case "quantityUnit": sure(entry.quantity) == nil ? nil : entry.quantityUnit
        case "refills": sure(entry.refills).map { String($0) }
        default: nil
        }
    }

    private static func value(_ field: String, of kept: StoredMedicine) -> String {
        switch field {
        case "name": kept.medicine.name
        case "strength": kept.medicine.strength ?? ""
        case "form": kept.medicine.form ?? ""
        case "person": kept.medicine.person ?? ""
        case "directions": kept.medicine.sig
        case "quantity": kept.medicine.quantity.map(plain) ?? ""
        case "quantityUnit": kept.medicine.quantityUnit ?? ""
        case "refills": (kept.stock?.refills ?? kept.medicine.refills).map { String($0) } ?? ""
        case "expiry": kept.stock?.expires?.description ?? ""
        default: ""
        }
    }

    /// Returns a number as the value of a number field.
    static func plain(_ value: Double) -> String { DosePlan.number(value).replacing(",", with: "") }

    func form() throws -> MedicineForm {
        func number<Value>(_ field: String, _ read: (String) -> Value?) throws -> Value? {
            let text = value(field)
            if text.isEmpty { return nil }
            guard let number = read(text) else {
                throw HouseholdError(
                    .medicineRefused, localized("“\(Wording.short(text, 40), "text")” is not valid here."),
                    detail: field)
            }
            return number
        }
        return MedicineForm(
            name: value("name"), strength: value("strength"), form: value("form"), person: value("person"),
            sig: value("directions"), quantity: try number("quantity") { Double($0) },
            quantityUnit: value("quantityUnit"), refills: try number("refills") { Int($0) }, warnings: warnings,
            expiry: try number("expiry") { LocalDay($0) })
    }

    private var warnings: [String] {
        switch origin {
        case .new: []
        case .entry(_, let view, _): view.reading.warnings.map(\.text)
        case .kept(let kept): kept.medicine.warnings
        }
    }

    var wantsToKeep: Bool { typed?["do"] == "keep" }

    // MARK: Confirmations

    private var needed: [DosePlan.Confirmation] { read.map { DosePlan.Confirmations.needed(for: $0.medicine) } ?? [] }

    /// True if nothing on the label is doubtful and the form has the values that were read: then one box stands for all
    /// values of a group. Otherwise each value has its own. Decision 59 lists the conditions.
    private var comparesGroups: Bool {
        guard let read, let entry, let label, case .entry(let stored, _, _) = origin, stored.corrections.isEmpty,
            stored.second == nil, entry.soldStrength == .listed
        else { return false }
        let fields = ["name", "strength", "form", "directions", "quantity", "quantityUnit", "refills"]
        return label.flags.isEmpty && label.language == nil && !isHandwritten && !entry.isDoubtful
            && read.directions.status == .ok && read.medicine.remarks.isEmpty && !hasDoubts(read.directions)
            && fields.allSatisfy { value($0) == sure($0) ?? "" }
            && needed.allSatisfy { crop([$0]) != nil }
    }

    /// The values whose box, or the box of whose group, was checked for exactly these words, if the directions have not
    /// changed since.
    var confirmed: Set<DosePlan.Confirmation> {
        guard let typed, let read, typed["seen"] == read.medicine.sig else { return [] }
        let hasGroups = comparesGroups
        return Set(
            needed.filter { wanted in
                typed[Self.name(of: wanted)] == words(wanted)
                    || hasGroups && typed[Self.groupName(wanted.clause)] == groupWords(wanted.clause)
            })
    }

    var missing: [DosePlan.Confirmation] {
        let confirmed = confirmed
        return needed.filter { !confirmed.contains($0) }
    }

    static func name(of wanted: DosePlan.Confirmation) -> String {
        wanted.clause.map { "ok.\($0).\(wanted.field.rawValue)" } ?? "ok.\(wanted.field.rawValue)"
    }

    private static func groupName(_ clause: Int?) -> String { clause.map { "ok.all.\($0)" } ?? "ok.all" }

    /// The words of all values of a group, to which its box is bound.
    private func groupWords(_ clause: Int?) -> String {
        needed.filter { $0.clause == clause }.map(words).joined(separator: " · ")
    }

    private func words(_ wanted: DosePlan.Confirmation) -> String {
        guard let read else { return "" }
        guard let clause = wanted.clause else {
            return switch wanted.field {
            case .medicine: read.medicine.name
            case .remark: read.medicine.remarks.map { "“\($0)”" }.joined(separator: " ")
            default: read.medicine.strength ?? ""
            }
        }
        return Wording.words(wanted.field, of: read.medicine.clauses[clause])
    }

    static func unconfirmed(_ missing: [DosePlan.Confirmation]) -> Problem {
        Problem(
            .unprocessableContent, code: "medicine-refused", title: localized("Not everything is confirmed"),
            detail: localized("Not compared yet: \(Wording.list(missing.map(\.words)), "values")."),
            hint: localized("Compare each value with the label, and tick it. Your entries are kept."))
    }

    // MARK: Page fields

    var context: Page {
        var context = Page(
            confirmTitle: title, action: action, backHref: back.href, backName: back.name,
            fields: Self.fields.map(field), sigLimit: String(MedicineForm.sigLimit),
            isRead: read != nil, seen: read?.medicine.sig ?? "", groups: groups,
            warnings: warnings.map { Warning(warning: $0) }, hasWarnings: !warnings.isEmpty,
            isFolded: comparesGroups && wrong == nil)
        if offersEveryone { context.everyone = Everyone(isForEveryone: belonging == .household) }
        context.labelLanguage = label?.language.map { WordsFields(words: $0.flag.sentence) }
        if let alarm { context.alarm = Alarm(alarmWords: alarm) }
        if let read {
            context.isRefused = read.directions.status == .refuse
            context.hasNoDoses = read.medicine.clauses.isEmpty
            context.cautions = cautions(read.directions).map { Caution(caution: $0) }
            context.hasCautions = !cautions(read.directions).isEmpty
            context.plain = PlainWordsFields.all(of: read.directions, [.instruction, .limit]).map(\.1)
        }
        if case .kept(let kept) = origin, kept.plan != nil { context.hasPlan = true }
        return context
    }

    /// A sentence about the strength in the form, or about the strength that was read while the field is empty.
    var strengthSentence: String? {
        let typed = value("strength")
        guard typed.isEmpty, self.typed == nil else { return strengthVerdict.sentence(of: typed) }
        return entry.flatMap { entry in
            entry.strength.flatMap { entry.soldStrength?.sentence(of: $0.text) }
        }
    }

    /// A warning about the strength in the form or in the directions.
    private var alarm: String? {
        if strengthVerdict.isTenfold { return strengthSentence }
        let isNamed = read?.directions.flags.contains { $0.code == LabelFlag.strengthTenfold.rawValue } ?? false
        return isNamed ? LabelFlag.strengthTenfold.sentence : nil
    }

    var isStrengthLoud: Bool {
        typed == nil && value("strength").isEmpty
            ? entry?.soldStrength?.isTenfold ?? false : strengthVerdict.isTenfold
    }

    private func hasDoubts(_ directions: DirectionsReading) -> Bool {
        PlainDirections(directions).sentences.contains { [.unread, .caution].contains($0.kind) }
    }

    private func cautions(_ directions: DirectionsReading) -> [String] {
        PlainDirections(directions).sentences.filter { [.unread, .caution, .note].contains($0.kind) }.map(\.text)
    }

    /// The confirmations of the medicine, followed by those of each clause.
    private var groups: [BoxGroup] {
        var groups: [BoxGroup] = []
        let clauses = [nil] + (read?.medicine.clauses.indices.map { Optional($0) } ?? [])
        let (hasGroups, confirmed) = (comparesGroups, confirmed)
        for clause in clauses {
            let wanted = needed.filter { $0.clause == clause }
            guard !wanted.isEmpty else { continue }
            var group = BoxGroup(
                groupName: Self.heading(clause, isOneOfMany: clauses.count > 2), boxes: [])
            if hasGroups, wanted.count > 1 {
                group.whole = whole(clause, wanted, isOn: confirmed.isSuperset(of: wanted))
            } else {
                group.boxes = wanted.map { box($0, isOn: confirmed.contains($0)) }
            }
            groups.append(group)
        }
        return groups
    }

    private func whole(_ clause: Int?, _ wanted: [DosePlan.Confirmation], isOn: Bool) -> WholeBox {
        WholeBox(
            wholeName: Self.groupName(clause), wholeWords: groupWords(clause), isOn: isOn,
            isOpen: tellsMissing && !isOn,
            values: wanted.map { WholeValue(valueLabel: Wording.capitalised($0.field.words), valueWords: words($0)) },
            crop: crop(wanted))
    }

    private static func heading(_ clause: Int?, isOneOfMany: Bool) -> String {
        guard let clause else { return localized("The medicine") }
        return isOneOfMany
            ? localized("Directions, part \(clause + 1, "number")") : localized("Directions")
    }

    private func box(_ wanted: DosePlan.Confirmation, isOn: Bool) -> Box {
        var row = Box(
            boxName: Self.name(of: wanted), boxWords: words(wanted),
            boxLabel: Wording.capitalised(wanted.field.words),
            isOn: isOn, isOpen: tellsMissing && !isOn)
        if let quote = quote(wanted), !quote.isEmpty { row.boxQuote = quote }
        row.crop = crop([wanted])
        return row
    }

    /// Returns the words of the directions that contain the value.
    private func quote(_ wanted: DosePlan.Confirmation) -> String? {
        guard let clause = wanted.clause, let directions = read?.directions else { return nil }
        return directions.spans.filter { $0.clause == clause && $0.field == wanted.field }
            .map { $0.span.text(of: directions.text) }.joined(separator: " … ")
    }
}

extension MedicineConfirmModel {
    struct Warning: TemplateFields {
        let warning: String
    }

    struct Alarm: TemplateFields {
        let alarmWords: String
    }

    struct Caution: TemplateFields {
        let caution: String
    }

    /// The fields of medicine-confirm.mustache.
    struct Page: MedicinePage {
        static let template = "medicine-confirm"

        let confirmTitle: String
        let action: String
        let backHref: String
        let backName: String
        let fields: [FieldRow]
        let sigLimit: String
        let isRead: Bool
        let seen: String
        let groups: [BoxGroup]
        let warnings: [Warning]
        let hasWarnings: Bool
        /// True if the fields are folded below the values that are compared.
        let isFolded: Bool
        var labelLanguage: WordsFields?
        var alarm: Alarm?
        var isRefused = false
        var hasNoDoses = false
        var cautions: [Caution] = []
        var hasCautions = false
        var plain: [PlainWordsFields] = []
        var hasPlan = false
        var everyone: Everyone?
        var messages = MedicineMessages()
    }

    struct Everyone: TemplateFields {
        let isForEveryone: Bool
    }

    struct BoxGroup: TemplateFields {
        let groupName: String
        var boxes: [Box]
        var whole: WholeBox?
    }

    /// One box for all values of a group.
    struct WholeBox: TemplateFields {
        let wholeName: String
        let wholeWords: String
        let isOn: Bool
        let isOpen: Bool
        let values: [WholeValue]
        var crop: LabelCrop?
    }

    struct WholeValue: TemplateFields {
        let valueLabel: String
        let valueWords: String
    }

    struct Box: TemplateFields {
        let boxName: String
        let boxWords: String
        let boxLabel: String
        let isOn: Bool
        let isOpen: Bool
        var boxQuote: String?
        var crop: LabelCrop?
    }
}
