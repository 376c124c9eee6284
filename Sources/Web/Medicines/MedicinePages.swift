import Accounts
import Calendar
import Doses
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Labels
import Messages
import Recognition
import Wording

/// The medicines page: today's doses, the medicines, and the forms that add a label.
struct MedicinePages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.medicines) { request, context in
            try await page(note: Upload.query(request)["note"], by: context.viewer)
        }
        for address in [Site.readLabel, Site.typeLabel, Site.labels] {
            // A browser shows these paths after a picture was refused. A GET request for them redirects to the forms.
            router.on(.get, address) { _, context in Response.seeOther(Site.medicines) }
        }
        router.on(.post, Site.readLabel) { request, context in
            try await Problem.adding(request, { try await page(problem: $0, by: context.viewer) }) {
                let label = try await Upload.withPicture(request, context) {
                    try await household.medicines(for: context.viewer).takeLabel($0, keepsUnread: true)
                }
                return Response.seeOther(Site.label(label.id))
            }
        }
        router.on(.post, Site.typeLabel) { request, context in
            let text = try await Upload.form(request)["text"] ?? ""
            return try await Problem.adding(request, { try await page(problem: $0, typed: text, by: context.viewer) }) {
                Response.seeOther(
                    Site.label(try await household.medicines(for: context.viewer).takeLabel(text: text).id))
            }
        }
        LabelPages(household: household, renderer: renderer).add(to: router)
        LabelQuestionPages(household: household, renderer: renderer).add(to: router)
        MedicineConfirmPages(household: household, renderer: renderer).add(to: router)
        MedicineSettingsPages(household: household, renderer: renderer).add(to: router)
        MedicineExportPages(household: household, renderer: renderer).add(to: router)
        DosePlanPages(household: household, renderer: renderer).add(to: router)
        DosePages(household: household, renderer: renderer).add(to: router)
        MedicineDayPages(household: household, renderer: renderer).add(to: router)
        MedicineSharePages(household: household, renderer: renderer).add(to: router)
        MedicineSheetPages(household: household, renderer: renderer).add(to: router)
    }

    func page(
        note: String? = nil, problem: Problem? = nil, typed: String? = nil, by viewer: MedicineViewer
    ) async throws -> Response {
        let medicines = household.medicines(for: viewer)
        let day = try await medicines.medicineDay()
        let owners = try await MedicineOwners.read(medicines)
        var today = MedicineDayModel(day: day, back: Site.medicines)
        today.owners = owners
        today.openYesterday = try await medicines.medicineDay(day.day.adding(days: -1)).lines.count(
            where: \.dose.status.isOpen)
        var model = MedicinesModel(day: today)
        (model.viewer, model.owners) = (viewer.account, owners)
        model.medicines = try await medicines.list(withOver: true)
        for label in try await medicines.labels(limit: MedicinesModel.labels) where label.confirmed.isEmpty {
            model.labels.append(medicines.view(of: label))
        }
        (model.note, model.typed) = (note, typed)
        var response = renderer.medicinePage(
            model.context, title: localized("Medicines"), household: household, refusedFor: problem)
        // The service worker keeps this page like Today, and deletes it when the session ends.
        if let name = HTTPField.Name.keep { response.headers[name] = "?1" }
        return response
    }
}

/// The fields of the medicines page; pure.
struct MedicinesModel {
    let day: MedicineDayModel
    var medicines: [StoredMedicine] = []
    /// The account of the person; nil in a household without accounts.
    var viewer: Account.ID?
    /// The people who share their medicines with this person.
    var owners: [Account.ID: String] = [:]
    /// The labels without a confirmed medicine.
    var labels: [LabelView] = []
    var note: String?
    /// The entered text that was refused.
    var typed: String?

    /// The number of latest labels among which those without a confirmed medicine are searched.
    static let labels = 20

    var context: Page {
        let (current, over) = (medicines.filter { !$0.isOver }, medicines.filter(\.isOver))
        let labels = labels.compactMap(labelRow)
        return Page(
            date: Wording.weekday(day.day.day, from: day.day.clock.day), openDoses: day.headline,
            openYesterday: openYesterday, earlierHref: Site.medicineDay(day.day.day.adding(days: -1)),
            groups: groups(current), hasMedicines: !current.isEmpty, over: over.map(row), hasOver: !over.isEmpty,
            hasPeople: viewer != nil,
            labels: labels, hasLabels: !self.labels.isEmpty, isEmpty: medicines.isEmpty && self.labels.isEmpty,
            typed: typed ?? "", isTyping: typed != nil, day: day.context,
            messages: MedicineMessages(said: note.flatMap(Self.note).map(WordsFields.init)))
    }

    private var openYesterday: String? {
        let count = day.openYesterday
        guard count > 0 else { return nil }
        return localized(
            count, one: "1 dose of yesterday is not logged.",
            other: "\(count, "count") doses of yesterday are not logged.")
    }

    static func note(_ name: String) -> String? {
        switch name {
        case "taken": localized("Logged as taken.")
        case "skipped": localized("Logged as skipped.")
        case "repeat": localized("This dose is already logged, so it was not logged again.")
        case "moved": localized("Moved. You get a reminder at the new time.")
        case "undone": localized("Undone.")
        case "shared": localized("Shared.")
        case "share-ended": localized("The share has ended.")
        case "stocked": localized("The stock is saved.")
        case "removed": localized("The medicine is removed, with its log.")
        case "label-removed": localized("The label is removed.")
        case "forgotten": localized("All labels, medicines and doses are deleted.")
        case "zone": localized("Saved. The doses use the time zone that you chose.")
        default: nil
        }
    }

    /// The medicines of the person, of each person who shares some, and of everyone. One group has no name of its own,
    /// unless it is that of another person.
    private func groups(_ medicines: [StoredMedicine]) -> [Group] {
        let byAccount = Dictionary(grouping: medicines) { $0.account }
        func group(_ account: Account.ID?, _ name: String) -> (name: String, rows: [Row])? {
            byAccount[account].map { (name, $0.map(row)) }
        }
        var found = viewer.flatMap { group($0, localized("Yours")) }.map { [$0] } ?? []
        found += owners.sorted { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) }
            .compactMap { group($0.key, MedicineOwners.shared(by: $0.value)) }
        found += group(nil, localized("Everyone’s")).map { [$0] } ?? []
        // Medicines of another person are never under a title that does not name that person.
        let isOnlyShared = medicines.allSatisfy { $0.account != nil && $0.account != viewer }
        return found.enumerated().map { number, group in
            Group(
                id: number == 0 ? "all" : "all-\(number)",
                title: found.count > 1 || isOnlyShared ? group.name : localized("Medicines of the household"),
                medicines: group.rows)
        }
    }

    private func row(_ kept: StoredMedicine) -> Row {
        var row = Row(
            href: Site.medicine(kept.id), name: Wording.short(kept.medicine.label),
            stand: MedicineStand.words(kept),
            summary: Wording.short(
                kept.medicine.clauses.map { PlainWordsFields.summary(of: $0) }.joined(separator: "; ")))
        if let person = kept.medicine.person { row.person = Wording.short(person, 60) }
        if kept.account.flatMap({ owners[$0] }) == nil && kept.plan == nil && !kept.isOver
            && !kept.medicine.clauses.isEmpty
        {
            row.planHref = Site.medicinePlan(kept.id)
        }
        return row
    }

    private func labelRow(_ view: LabelView) -> LabelRow? {
        guard let label = view.label else { return nil }
        var row = LabelRow(
            href: Site.label(label.id), title: Wording.short(title(view), 60),
            added: Wording.dayAndTime(label.addedAt, by: day.day.clock))
        if label.photograph != nil { row.thumbnail = Site.labelPicture(label.id, .thumbnail) }
        return row
    }

    /// Returns the names of the medicines as printed, otherwise the first line of the label.
    private func title(_ view: LabelView) -> String {
        let names = view.reading.entries.compactMap { ($0.name ?? $0.unknownName)?.content }
        if !names.isEmpty { return names.joined(separator: ", ") }
        return view.text.lines.first { !$0.words.isEmpty }?.text ?? localized("No text found")
    }
}

/// The state of a medicine in a few words.
enum MedicineStand {
    static func words(_ kept: StoredMedicine) -> String {
        if kept.isOver { return localized("Archived") }
        guard let plan = kept.plan else {
            return kept.medicine.clauses.isEmpty
                ? localized("Saved without doses") : localized("No doses started yet")
        }
        if plan.ended != nil { return localized("Ended") }
        return plan.isPaused ? localized("Paused") : localized("Doses are planned")
    }
}

extension MedicinesModel {
    struct Row: TemplateFields {
        let href: String
        let name: String
        let stand: String
        let summary: String
        var person: String?
        var planHref: String?
    }

    struct Group: TemplateFields {
        let id: String
        let title: String
        let medicines: [Row]
    }

    struct LabelRow: TemplateFields {
        let href: String
        let title: String
        let added: String
        var thumbnail: String?
    }

    /// The fields of medicines.mustache.
    struct Page: MedicinePage {
        static let template = "medicines"

        let date: String
        let openDoses: String
        var openYesterday: String?
        let earlierHref: String
        let groups: [Group]
        let hasMedicines: Bool
        let over: [Row]
        let hasOver: Bool
        let hasPeople: Bool
        let labels: [LabelRow]
        let hasLabels: Bool
        let isEmpty: Bool
        let typed: String
        let isTyping: Bool
        let day: MedicineDayModel.Fields
        var messages: MedicineMessages
        var limits: UploadLimits = UploadLimits()
    }
}
