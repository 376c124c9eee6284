import Calendar
import Foundation
import Household
import Larder
import Messages
import Recognition

/// The fields of the stock's page: the items by date, and the form that adds one; pure.
struct StockModel {
    let view: StockView
    /// Only items at this place; nil for all.
    var place: StockPlace?
    /// The item of a message, for example one that was just used up.
    var message: (note: String, item: StockItem)?
    /// The values of a form that was refused, and the reason.
    var typed: StockForm?
    var fault: Problem?

    var context: Page {
        let sections = view.sections(at: place)
        let count = sections.reduce(0) { $0 + $1.lines.count }
        return Page(
            isEmpty: view.lines.isEmpty, count: localized(count, one: "1 item", other: "\(count, "count") items"),
            places: placeLinks,
            hasPlaces: view.places.count > 1 || place != nil, nothingHere: count == 0 && !view.lines.isEmpty,
            sections: sections.map(section), did: message.flatMap(Self.message),
            problem: fault.map(RefusalFields.init), isAdding: fault != nil || view.lines.isEmpty,
            form: StockFields(typed ?? StockForm(), view.places, asksName: true))
    }

    private var placeLinks: [PlaceLink] {
        let all = PlaceLink(href: Site.stock, word: localized("All", context: "places of food"), chosen: place == nil)
        return [all]
            + view.places.map { known in
                PlaceLink(href: Site.stock.with(["place": known.text]), word: known.words, chosen: known == place)
            }
    }

    private func section(_ part: (section: StockSection, lines: [StockLine])) -> Section {
        Section(
            sectionId: part.section.rawValue, heading: Self.heading(part.section),
            sectionCount: String(part.lines.count),
            rows: part.lines.map(row))
    }

    static func heading(_ section: StockSection) -> String {
        switch section {
        case .over: localized("Date is over")
        case .thisWeek: localized("This week")
        case .later: localized("Later", context: "dates of food")
        case .noDate: localized("Without a date")
        }
    }

    /// The amount, the place, and when it was opened.
    static func about(_ content: StockItem.Content) -> String {
        let opened = content.openedOn.map { localized("opened \(Wording.shortDate($0), "day")") }
        return [content.amount?.description, content.place?.words, opened].compactMap(\.self).joined(separator: " · ")
    }

    private func row(_ line: StockLine) -> Row {
        let content = line.item.content
        let date = content.date.map { StockDateWords($0, on: view.clock.day) }
        return Row(
            href: Site.stockItem(line.item.id), title: content.name,
            about: Self.about(content),
            date: date?.words, isLate: date?.isOver == true,
            verdicts: StockVerdict.all(view.report(of: line), view.personalReports(of: line)),
            useUp: Site.useUpStock(line.item.id), place: place?.text ?? "",
            open: content.openedOn == nil ? Site.openStock(line.item.id) : nil)
    }

    /// Returns the message about an item, with what can be done about it.
    static func message(_ message: (note: String, item: StockItem)) -> Did? {
        let (name, id) = (message.item.content.name, message.item.id)
        switch message.note {
        case "used-up" where message.item.usedUpAt != nil:
            return Did(
                text: localized("\(name, "item") is used up."), putBack: Site.putBackStock(id), buy: Site.buyStock(id))
        case "added": return Did(text: localized("\(name, "item") is in stock."))
        case "opened": return Did(text: localized("\(name, "item") is marked as opened."))
        case "saved": return Did(text: localized("\(name, "item") is saved."))
        case "put-back": return Did(text: localized("\(name, "item") is in stock again."))
        default: return nil
        }
    }
}

/// The date of an item in words.
struct StockDateWords {
    let words: String
    let isOver: Bool

    init(_ date: FoodDate, on today: LocalDay) {
        isOver = date.isOver(on: today)
        let phrase = Self.phrase(date, on: today)
        guard isOver else {
            words = phrase
            return
        }
        switch date.kind {
        // After "use by" food is deemed unsafe; after "best before" it may have lost quality only.
        case .useBy: words = localized("\(phrase, "date"). Do not eat it.")
        case .bestBefore: words = localized("\(phrase, "date"). It may still be good: look, smell and taste.")
        }
    }

    /// "Use by 24 November 2026, in 3 days"; without the distance if it is long.
    private static func phrase(_ date: FoodDate, on today: LocalDay) -> String {
        let day = Wording.date(date.day)
        let distance = abs(today.days(until: date.day)) > 60 ? nil : Wording.distance(date.day, from: today)
        return switch (date.kind, distance) {
        case (.useBy, let distance?): localized("Use by \(day, "day"), \(distance, "distance")")
        case (.useBy, nil): localized("Use by \(day, "day")")
        case (.bestBefore, let distance?): localized("Best before \(day, "day"), \(distance, "distance")")
        case (.bestBefore, nil): localized("Best before \(day, "day")")
        }
    }
}

/// The verdict on an item in a few words.
struct StockVerdict {
    let fields: Fields

    /// Returns the verdict for everyone, and those for people with a diet of their own: one line if all answers are yes. If the
    /// product does not fit the household, a person has a line only for something else that does not fit or may be in it.
    static func all(_ everyone: DietReport?, _ people: [PersonalReport]) -> [Fields] {
        let answers = people.map(\.report.answer) + (everyone.map { [$0.answer] } ?? [])
        if !people.isEmpty, answers.allSatisfy({ $0 == .yes }) {
            return [Fields(answer: "yes", icon: FoodVerdict.icon(.yes), words: localized("Fits everyone"))]
        }
        guard let everyone, everyone.answer == .no else {
            return (everyone.map { [StockVerdict($0).fields] } ?? [])
                + people.map { StockVerdict($0.report.findings, of: $0.name).fields }
        }
        let refused = Set(everyone.findings.filter { $0.answer == .no }.map(\.subject))
        let more = people.compactMap { person -> Fields? in
            let others = person.report.findings.filter { !refused.contains($0.subject) }
            guard others.contains(where: { [.no, .careful].contains($0.answer) }) else { return nil }
            return StockVerdict(others, of: person.name).fields
        }
        return [StockVerdict(everyone).fields] + more
    }

    /// `findings` begin with the worst one.
    private init(_ findings: [DietReport.Finding], of person: String) {
        let answer = findings.first?.answer ?? .cannotTell
        let subjects = Wording.list(findings.filter { $0.answer == answer }.map(\.subject.words))
        let words =
            switch answer {
            case .yes: localized("\(person, "person"): fits")
            case .no: localized("\(person, "person"): does not fit: \(subjects, "subjects")")
            case .careful: localized("\(person, "person"): may have traces: \(subjects, "subjects")")
            case .cannotTell: localized("\(person, "person"): cannot tell")
            }
        fields = Fields(answer: answer.rawValue, icon: FoodVerdict.icon(answer), words: words)
    }

    init(_ report: DietReport) {
        let subjects = report.findings.filter { $0.answer == report.answer }.map(\.subject.words)
        let words =
            switch report.answer {
            case .yes: localized("Fits your diet")
            case .no: localized("Does not fit: \(Wording.list(subjects), "subjects")")
            case .careful: localized("May have traces: \(Wording.list(subjects), "subjects")")
            case .cannotTell: localized("Diet: cannot tell")
            }
        fields = Fields(answer: report.answer.rawValue, icon: FoodVerdict.icon(report.answer), words: words)
    }

    struct Fields: TemplateFields {
        let answer: String
        let icon: String
        let words: String
    }
}

/// The fields of stock-fields.mustache: the form fields of an item.
struct StockFields: TemplateFields {
    var code: String?
    let asksName: Bool
    let name: String
    let amount: String
    let units: [OptionFields]
    let places: [OptionFields]
    let kinds: [OptionFields]
    let date: String
    let lot: String
    let nameLimit: Int

    /// `own` are the places of the household.
    init(_ form: StockForm, _ own: [StockPlace], asksName: Bool) {
        code = form.code
        self.asksName = asksName
        name = Wording.short(form.name ?? "", 500)
        amount = Wording.short(form.amount ?? "", 40)
        units = FoodAmount.Unit.allCases.map { unit in
            OptionFields(
                value: unit.rawValue, word: unit.words(for: 2), chosen: unit.rawValue == form.unit ?? "piece")
        }
        let chosen = (try? StockPlace.read(form.place ?? "")) ?? nil
        let known = StockPlace.known + own.filter { !StockPlace.known.contains($0) }
        let all = chosen.map { known.contains($0) ? known : known + [$0] } ?? known
        places = all.map { OptionFields(value: $0.text, word: $0.words, chosen: $0 == chosen) }
        kinds = FoodDate.Kind.allCases.map { kind in
            OptionFields(
                value: kind.rawValue, word: kind.words,
                chosen: kind.rawValue == form.dateKind ?? FoodDate.Kind.bestBefore.rawValue)
        }
        date = Wording.short(form.date ?? "", 20)
        lot = Wording.short(form.lot ?? "", 80)
        nameLimit = StockItem.Content.nameLimit
    }
}

extension StockForm {
    init(_ content: StockItem.Content) {
        self.init(
            code: content.code, name: content.name, amount: content.amount?.digits, unit: content.amount?.unit.rawValue,
            place: content.place?.text, dateKind: content.date?.kind.rawValue, date: content.date?.day.description,
            openedOn: content.openedOn?.description, lot: content.lot)
    }
}

extension StockModel {
    /// The fields of stock.mustache.
    struct Page: PageFields {
        static let template = "stock"

        let isEmpty: Bool
        let count: String
        let places: [PlaceLink]
        let hasPlaces: Bool
        let nothingHere: Bool
        let sections: [Section]
        let did: Did?
        let problem: RefusalFields?
        let isAdding: Bool
        let form: StockFields
        let action = Site.stock
    }

    struct PlaceLink: TemplateFields {
        let href: String
        let word: String
        let chosen: Bool
    }

    struct Section: TemplateFields {
        let sectionId: String
        let heading: String
        let sectionCount: String
        let rows: [Row]
    }

    struct Row: TemplateFields {
        let href: String
        let title: String
        let about: String
        let date: String?
        let isLate: Bool
        let verdicts: [StockVerdict.Fields]
        let useUp: String
        /// The filter of the page, to which the form returns.
        let place: String
        let open: String?
    }

    /// The fields of stock-did.mustache: what was just done, and what can follow.
    struct Did: TemplateFields {
        let text: String
        var putBack: String?
        var buy: String?
    }
}

/// The page of one item.
struct StockItemPage: PageFields {
    static let template = "stock-item"

    let name: String
    let about: String
    let date: String?
    let isLate: Bool
    let opened: String
    let product: String?
    let isUsedUp: Bool
    let action: String
    let useUp: String
    let putBack: String
    let buy: String
    let remove: String
    /// The page that reads the date in a photograph.
    let readDate: String
    let did: StockModel.Did?
    let problem: RefusalFields?
    let form: StockFields

    init(
        _ item: StockItem, _ view: StockView, note: String? = nil, typed: StockForm? = nil, fault: Problem? = nil
    ) {
        let date = item.content.date.map { StockDateWords($0, on: view.clock.day) }
        name = item.content.name
        self.date = date?.words
        isLate = date?.isOver == true
        about = StockModel.about(item.content)
        opened = typed?.openedOn.map { Wording.short($0, 20) } ?? item.content.openedOn?.description ?? ""
        product = item.content.code.map { Site.product($0) }
        isUsedUp = item.usedUpAt != nil
        action = Site.stockItem(item.id)
        useUp = Site.useUpStock(item.id)
        putBack = Site.putBackStock(item.id)
        buy = Site.buyStock(item.id)
        remove = Site.removeStock(item.id)
        readDate = Site.foodDate.with(["item": item.id.rawValue])
        did = note.flatMap { StockModel.message(($0, item)) }.map { StockModel.Did(text: $0.text) }
        problem = fault.map(RefusalFields.init)
        form = StockFields(typed ?? StockForm(item.content), view.places, asksName: true)
    }
}
