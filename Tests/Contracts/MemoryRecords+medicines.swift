package import Doses
package import Foundation
package import Household
import Plants
package import Recognition
import Reminders

extension MemoryRecords {
    package func add(
        _ label: MedicineLabel, photograph: Photograph?, for household: Household.ID
    ) async throws {
        try plan(household) { house in
            if let photograph {
                guard house.intakes.removeValue(forKey: photograph.id)?.digest == photograph.digest else {
                    throw Self.tooLate
                }
                house.photographs[photograph.id] = photograph
            }
            try house.cabinet.put(label, among: house.photographs)
        }
    }

    package func label(_ id: MedicineLabel.ID, of household: Household.ID) async throws -> MedicineLabel? {
        with(household) { $0.cabinet.labels[id] }
    }

    package func labels(limit: Int, of household: Household.ID) async throws -> [MedicineLabel] {
        with(household) { house in
            let latest = house.cabinet.labels.values.sorted { left, right in
                left.addedAt == right.addedAt ? left.id.rawValue < right.id.rawValue : left.addedAt > right.addedAt
            }
            return Array(latest.prefix(max(limit, 0)))
        }
    }

    package func amend(
        _ id: MedicineLabel.ID, for household: Household.ID,
        _ body: @escaping @Sendable (inout MedicineLabel) throws -> Void
    ) async throws -> MedicineLabel {
        try with(household) { house in
            guard var label = house.cabinet.labels[id] else { throw Self.notFound }
            try body(&label)
            try house.cabinet.put(label, among: house.photographs)
            return label
        }
    }

    package func removePhotograph(
        of id: MedicineLabel.ID, for household: Household.ID
    ) async throws -> Photograph? {
        try with(household) { house in
            guard let photograph = try house.cabinet.label(id).photograph else { return nil }
            house.cabinet.labels[id]?.photograph = nil
            return house.forgetPhotograph(photograph)
        }
    }

    package func remove(_ id: MedicineLabel.ID, for household: Household.ID) async throws -> Photograph? {
        try with(household) { house in
            let photograph = try house.cabinet.label(id).photograph
            house.cabinet.labels[id] = nil
            return photograph.flatMap { house.forgetPhotograph($0) }
        }
    }

    package func labelsToClear(before: Date, of household: Household.ID) async throws -> [MedicineLabel.ID] {
        with(household) { house in
            house.cabinet.labels.values.filter { $0.photograph != nil && $0.addedAt <= before }.map(\.id)
        }
    }

    // MARK: - Medicines

    package func add(_ medicine: KeptMedicine, for household: Household.ID) async throws {
        try plan(household) { house in
            if let label = medicine.label, let entry = medicine.entry {
                let before = try house.cabinet.label(label).confirmed[entry]
                if let before, house.cabinet.medicines.contains(where: { $0.id == before }) {
                    throw HouseholdError(.alreadyKept, "This medicine was confirmed before.")
                }
                house.cabinet.labels[label]?.confirmed[entry] = medicine.id
            }
            guard !house.cabinet.medicines.contains(where: { $0.id == medicine.id }) else {
                throw HouseholdError(.storageFailed, "There is one of that name.")
            }
            house.cabinet.medicines.append(medicine)
        }
    }

    package func medicine(_ id: Medicine.ID, of household: Household.ID) async throws -> KeptMedicine? {
        with(household) { $0.cabinet.medicines.first { $0.id == id } }
    }

    package func medicines(withOver: Bool, of household: Household.ID) async throws -> [KeptMedicine] {
        with(household) { $0.cabinet.medicines(withOver: withOver) }
    }

    @discardableResult
    package func amend(
        _ id: Medicine.ID, for household: Household.ID,
        _ body: @escaping @Sendable (inout KeptMedicine, DoseLog) throws -> Void
    ) async throws -> KeptMedicine {
        try plan(household) { house in
            let place = try house.cabinet.place(of: id)
            try body(&house.cabinet.medicines[place], house.cabinet.doses[id] ?? DoseLog())
            return house.cabinet.medicines[place]
        }
    }

    package func remove(_ id: Medicine.ID, for household: Household.ID) async throws {
        try plan(household) { house in
            house.cabinet.medicines.remove(at: try house.cabinet.place(of: id))
            house.cabinet.doses[id] = nil
            for notice in house.notices.values where notice.state != .pending || notice.reminder.sort == .missed {
                house.forget(id, in: notice)
            }
        }
    }

    // MARK: - Doses

    package func doseLog(of id: Medicine.ID, household: Household.ID) async throws -> DoseLog {
        with(household) { $0.cabinet.doses[id] ?? DoseLog() }
    }

    @discardableResult
    package func note(
        of id: Medicine.ID, for household: Household.ID,
        _ body: @escaping @Sendable (KeptMedicine, DoseLog) throws -> [DoseNote]
    ) async throws -> [DoseLog.Entry] {
        try plan(household) { house in
            let medicine = house.cabinet.medicines[try house.cabinet.place(of: id)]
            return try body(medicine, house.cabinet.doses[id] ?? DoseLog()).map { note in
                house.cabinet.lastDose += 1
                let entry = DoseLog.Entry(
                    number: house.cabinet.lastDose, subject: note.subject, action: note.action,
                    notedAt: note.notedAt)
                house.cabinet.doses[id, default: DoseLog()].note(entry)
                return entry
            }
        }
    }

    package func removeMedicines(of household: Household.ID) async throws -> [Photograph] {
        try plan(household) { house in
            let photographs = Set(house.cabinet.labels.values.compactMap(\.photograph))
            // Numbers of doses are never given twice.
            house.cabinet = Cabinet(lastDose: house.cabinet.lastDose)
            house.forgetNotices { $0.reminder.sort == .dose || $0.reminder.sort == .missed }
            return photographs.compactMap { house.forgetPhotograph($0) }
        }
    }
}

// MARK: - In one household

extension MemoryRecords {
    struct Cabinet {
        var labels: [MedicineLabel.ID: MedicineLabel] = [:]
        /// In the order in which they were put in.
        var medicines: [KeptMedicine] = []
        var doses: [Medicine.ID: DoseLog] = [:]
        var lastDose = 0
    }
}

extension MemoryRecords.Cabinet {
    fileprivate mutating func put(_ label: MedicineLabel, among photographs: [Photograph.ID: Photograph]) throws {
        if let photograph = label.photograph, photographs[photograph] == nil { throw MemoryRecords.notFound }
        labels[label.id] = label
    }

    fileprivate func label(_ id: MedicineLabel.ID) throws -> MedicineLabel {
        guard let label = labels[id] else { throw MemoryRecords.notFound }
        return label
    }

    fileprivate func place(of id: Medicine.ID) throws -> Int {
        guard let place = medicines.firstIndex(where: { $0.id == id }) else { throw MemoryRecords.notFound }
        return place
    }

    fileprivate func medicines(withOver: Bool) -> [KeptMedicine] {
        medicines.filter { withOver || !$0.isOver }.sorted { left, right in
            left.addedAt == right.addedAt ? left.id < right.id : left.addedAt < right.addedAt
        }
    }
}

extension MemoryRecords.House {
    /// Medicines that have doses, with what was noted of these.
    func courses(at now: Date) -> [Course] {
        let past = now.addingTimeInterval(-Course.looksBack)
        return cabinet.medicines(withOver: false).filter { $0.plan != nil }.map { kept in
            let log = cabinet.doses[kept.id] ?? DoseLog()
            return Course(kept: kept, log: DoseLog(log.entries.filter { $0.notedAt >= past }))
        }
    }

    /// What was told of a dose names its medicine.
    fileprivate mutating func forget(_ id: Medicine.ID, in notice: Notice) {
        let told = notice.reminder
        let subjects = told.subjects.map { subject -> Reminder.Subject in
            guard case .dose(let dose) = subject, dose.medicine == id.rawValue else { return subject }
            return .dose(Dose(id: dose.id, medicine: dose.medicine, name: "", amount: "", at: dose.at))
        }
        guard subjects != told.subjects else { return }
        change(notice) {
            $0.reminder = Reminder(
                key: told.key, sort: told.sort, at: told.at, until: told.until, subjects: subjects,
                meantAt: told.meantAt, wait: told.wait)
        }
    }

    func refers(to photograph: Photograph.ID) -> Bool {
        identifications.contains { $0.photographs.contains(photograph) }
            || plants.contains { $0.photographs.contains(photograph) }
            || cabinet.labels.values.contains { $0.photograph == photograph }
    }

    /// One that something else refers to stays; then nothing is answered.
    mutating func forgetPhotograph(_ id: Photograph.ID) -> Photograph? {
        guard !refers(to: id), let photograph = photographs.removeValue(forKey: id) else { return nil }
        filesToRemove.insert(photograph.digest)
        return photograph
    }
}
