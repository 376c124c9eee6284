import Calendar
import Contracts
import Documents
import Doses
import Foundation
import Household
import Labels
import Messages
import Recognition
import Reminders
import SQLRecords
import Testing

/// A household in Vienna with three known medicine names, a reader that returns the text of a test, and a phone.
struct MedicineHouse: Sendable {
    let clock: SetClock
    let records: any Records
    let archive: MemoryArchive
    let mailbox: Mailbox
    let cable = Cable()
    let household: Household

    /// All names are invented.
    static let lines = [
        "NORTHGATE PRETEND PHARMACY (555) 014-0199", "ROBIN INVENTED", "AMOXICILLIN 500 MG CAPSULE",
        "TAKE 1 CAPSULE BY MOUTH TWICE DAILY FOR 7 DAYS", "QTY: 14 REFILLS: 1", "MAY CAUSE DROWSINESS",
    ]

    static let names: MedicineNames = {
        let list = """
            name\tkind\tstrengths
            amoxicillin\tg\t250mg;500mg
            ibuprofen\tg\t200mg
            methotrexate\tg\t2.5mg
            """
        guard let names = try? MedicineNames(list) else { preconditionFailure("a constant") }
        return names
    }()

    init(
        at text: String = "2026-06-10T05:00:00Z", reading: Result<RecognisedText, HouseholdError>? = nil,
        second: TextService? = nil, explainer: ExplainerService? = nil, secondLimit: Int = 30, explainerLimit: Int = 50,
        records: any Records = SQLRecords.inMemory(), photographs: PhotographArchive? = nil,
        given: [Home.Setting: String] = [:], localizations: Localizations = .onlyEnglish
    ) throws {
        let (clock, archive, mailbox) = (try SetClock(text), MemoryArchive(), Mailbox())
        (self.clock, self.records, self.archive, self.mailbox) = (clock, records, archive, mailbox)
        let reading = reading ?? .success(Self.read(Self.lines))
        let scanner = LabelScanner(
            read: { _ in try reading.get() },
            strip: { bytes in Array(String(decoding: bytes, as: UTF8.self).replacing(" GPS 48.2 16.4", with: "").utf8) }
        )
        household = .drawn(
            records: records, archive: archive, photographs: photographs, reachability: cable.reachability,
            careServices: .drawn(given: given.merging([.zone: "Europe/Vienna"]) { given, _ in given }),
            noticeServices: .drawn(noticeTransports: [mailbox.noticeTransport]),
            labelServices: LabelServices(
                reader: scanner, names: { Self.names }, second: second, explainer: explainer,
                secondPace: .init(service: "google-vision", limit: secondLimit, seconds: 86_400),
                explainerPace: .init(service: "chat", limit: explainerLimit, seconds: 86_400)),
            localizations: localizations, environment: .at({ clock.now }, steady: { clock.steady }))
    }

    /// A text in which both passes saw every word, one line above the other.
    static func read(
        _ lines: [String], isHandwritten: Bool = false, reader: RecognisedText.Reader = .local
    ) -> RecognisedText {
        RecognisedText(
            reader: reader,
            lines: lines.enumerated().map { row, line in
                let words = line.split(separator: " ")
                return RecognisedText.Line(
                    words: words.enumerated().map { column, word in
                        .init(
                            text: String(word), confidence: 0.97,
                            place: place(row, Double(column) / Double(words.count), 1 / Double(words.count)),
                            isAgreed: true)
                    }, place: place(row, 0, 1))
            }, isHandwritten: isHandwritten, confidence: 0.95, turns: 0)
    }

    private static func place(_ row: Int, _ left: Double, _ width: Double) -> RecognisedText.Place {
        let top = Double(row) / 20
        let corners = [(left, top), (left + width, top), (left + width, top + 0.04), (left, top + 0.04)]
        return .init(corners: corners.map { .init(x: $0.0, y: $0.1) })
    }

    // MARK: - Actions of a person

    func photograph(_ name: String = "one") -> [UInt8] { Array("photo GPS 48.2 16.4 \(name)".utf8) }

    func form(
        _ name: String = "Amoxicillin", _ sig: String = "Take 1 capsule by mouth twice daily", quantity: Double? = 14
    ) -> MedicineForm {
        MedicineForm(name: name, strength: "500 mg", form: "capsule", sig: sig, quantity: quantity, refills: 1)
    }

    func everything(of form: MedicineForm) throws -> Set<DosePlan.Confirmation> {
        Set(DosePlan.Confirmations.needed(for: try household.medicines.reading(of: form).medicine))
    }

    @discardableResult
    func keep(
        _ form: MedicineForm? = nil, from source: (label: MedicineLabel.ID, entry: Int)? = nil
    ) async throws -> StoredMedicine {
        let form = form ?? self.form()
        return try await household.medicines.keep(form, confirmed: everything(of: form), from: source)
    }

    /// A label with all values confirmed.
    func confirmedView() async throws -> LabelView {
        let label = try await household.medicines.takeLabel(photograph())
        try await keep(form("Amoxicillin", "Take 1 capsule by mouth twice daily for 7 days"), from: (label.id, 0))
        return try await household.medicines.label(label.id)
    }

    /// Doses at eight in the morning and in the evening, from 10 June on.
    static func answers(
        _ times: [String] = ["08:00", "20:00"], from day: String = "2026-06-10", end: DosePlan.Answers.End = .open
    ) throws -> DosePlan.Answers {
        var answers = DosePlan.Answers()
        let times = try times.map { try #require(LocalTime($0)) }
        answers.times[0] = times
        answers.ends[0] = end
        answers.starts[0] = DosePoint(try #require(LocalDay(day)), try #require(times.first))
        return answers
    }

    /// Adds a medicine and starts its plan.
    @discardableResult
    func running(_ name: String = "Amoxicillin", end: DosePlan.Answers.End = .open) async throws -> StoredMedicine {
        let kept = try await keep(form(name))
        return try await household.medicines.startPlan(of: kept.id, answers: Self.answers(end: end))
    }

    /// The doses of a day, by their time in Vienna.
    func day(_ text: String? = nil) async throws -> [String: MedicineDay.Line] {
        let day = try await household.medicines.medicineDay(text.map { try #require(LocalDay($0)) })
        return Dictionary(
            day.lines.map { (day.clock.zone.clock(at: $0.dose.at).time.description, $0) }, uniquingKeysWith: { $1 })
    }

    func statuses(_ text: String? = nil) async throws -> [String: String] {
        try await day(text).mapValues(\.dose.status.word)
    }

    /// The file of all histories, as the API and the command write it.
    func export(_ format: MedicinesFormat) async throws -> [UInt8] {
        try format.export(await household.medicines.doseHistories(), at: household.now())
    }

    @discardableResult
    func phone() async throws -> Channel {
        try await household.reminders.add(.drawn(mailbox.kind, "phone"), named: "phone")
    }

    /// Runs one round of the worker and returns the messages that arrived.
    @discardableResult
    func tick(at text: String) async throws -> [NoticeMessage] {
        try clock.set(text)
        _ = try await household.reminders.reconcileReminders()
        while try await household.reminders.sendDue().isFull {}
        return mailbox.empty()
    }

    func link(_ verb: NoticeVerb, in message: NoticeMessage) throws -> String {
        String(try #require(message.actions.first { $0.verb == verb }).path.dropFirst(3))
    }

    /// The times of the notices that wait for the phone.
    func waiting() async throws -> [String] {
        let phones = try await household.reminders.channels().filter { $0.kind == mailbox.kind }.map(\.id)
        return try await household.reminders.pendingNotices(limit: 9999).filter { phones.contains($0.channel) }
            .map { $0.reminder.at.formatted(.iso8601) }
    }

    /// The error of a refused call.
    func refusal(_ body: () async throws -> Void) async -> HouseholdError? {
        await #expect(throws: HouseholdError.self) { try await body() }
    }
}
