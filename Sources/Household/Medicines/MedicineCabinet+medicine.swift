import Accounts
import Calendar
package import Directions
package import Doses
import FoundationEssentials
package import Labels
import Messages
import Recognition

extension MedicineCabinet {
    /// Reads a form again: returns the medicine with the clauses of its directions, and the reading of these. The
    /// directions are refused if the form belongs to a label that is not English.
    ///
    /// Throws `medicineRefused` with the field in `detail` for an invalid value.
    package func reading(
        of form: MedicineForm, from label: LabelReading? = nil
    ) throws -> (medicine: Medicine, directions: DirectionsReading) {
        func text(_ text: String?, _ field: String, limit: Int = MedicineForm.nameLimit) throws -> String? {
            let tidy = Self.seen(text ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard tidy.unicodeScalars.count <= limit else {
                throw HouseholdError(
                    .medicineRefused, localized("This is longer than \(limit, "limit") characters."), detail: field)
            }
            return tidy.isEmpty ? nil : tidy
        }
        guard let name = try text(form.name, "name") else {
            throw HouseholdError(
                .medicineRefused, localized("A medicine needs a name. Type the name on the label."), detail: "name")
        }
        guard form.quantity.map({ $0 > 0 && $0 <= 100_000 }) ?? true else {
            throw HouseholdError(.medicineRefused, localized("This is not a valid quantity."), detail: "quantity")
        }
        guard form.refills.map({ 0...99 ~= $0 }) ?? true else {
            throw HouseholdError(
                .medicineRefused, localized("The number of refills must be from 0 to 99."), detail: "refills")
        }
        let sig = try text(form.sig, "directions", limit: MedicineForm.sigLimit) ?? ""
        let read = readDirections(sig, of: name, strength: form.strength, form: form.form)
        let directions = label?.language.map(read.withheld) ?? read
        let unit =
            form.quantity == nil ? nil : try text(form.quantityUnit, "quantityUnit", limit: MedicineForm.unitLimit)
        let medicine = Medicine(
            name: name, strength: try text(form.strength, "strength"), form: try text(form.form, "form"),
            person: try text(form.person, "person"), sig: sig, clauses: directions.clauses, quantity: form.quantity,
            quantityUnit: LabelReading.quantityUnit(named: unit), refills: form.refills, warnings: form.warnings,
            remarks: directions.remarks)
        return (medicine, directions)
    }

    /// Stores a medicine whose values a person has confirmed, each against its source, and links it to the entry of the
    /// label from which it was read. It has no doses until a plan is started. It belongs to the viewer, or to everyone in
    /// the household.
    ///
    /// Throws `medicineRefused` if a value was not confirmed, `alreadyKept`, `notFound`.
    package func keep(
        _ form: MedicineForm, confirmed: Set<DosePlan.Confirmation>,
        from source: (label: MedicineLabel.ID, entry: Int)?,
        for belonging: MedicineBelonging = .person, as newID: Medicine.ID? = nil
    ) async throws -> StoredMedicine {
        try ActingPerson.require(.changeMedicines)
        var label: LabelReading?
        if let source { label = try await records.label(source.label).map { view(of: $0).reading } }
        let (medicine, directions) = try reading(of: form, from: label)
        let confirmations = try Self.confirmations(confirmed, of: medicine)
        let account = belonging == .person ? viewer.account : nil
        if let source {
            guard let label, label.entries.indices.contains(source.entry)
            else { throw HouseholdError(.notFound, localized("There is no such medicine on the label.")) }
        } else if let twin = try await twin(of: medicine, account) {
            // A form that was sent twice gives one medicine.
            return twin
        }
        let id = newID ?? Medicine.ID(rawValue: environment.uniqueName())
        var kept = StoredMedicine(
            id: id, label: source?.label, entry: source?.entry, addedAt: environment.now(), medicine: medicine,
            status: directions.status, confirmations: confirmations, account: account)
        kept.givenBy = belonging == .household ? viewer.account : nil
        kept.expires = form.expiry
        kept.stock = Self.stock(of: medicine, expires: form.expiry, at: environment.now())
        try await records.add(kept)
        if let source, try await settings.home().medicines.keepDays == 0 {
            // The household may not want to store pictures longer than needed.
            try await removePhotographOnceConfirmed(source.label)
        }
        return kept
    }

    /// Changes a medicine; its plan stays unchanged until a new one is started. Throws the errors of `keep`.
    package func change(
        _ id: Medicine.ID, to form: MedicineForm, confirmed: Set<DosePlan.Confirmation>
    ) async throws -> StoredMedicine {
        try ActingPerson.require(.changeMedicines)
        let (medicine, directions) = try reading(of: form)
        let confirmations = try Self.confirmations(confirmed, of: medicine)
        let now = environment.now()
        return try await records.amend(id) { kept in
            let isOther =
                kept.medicine.quantity != medicine.quantity
                || kept.medicine.quantityUnit != medicine.quantityUnit
                || kept.medicine.clauses.map(\.dose?.unit) != medicine.clauses.map(\.dose?.unit)
            kept.medicine = medicine
            kept.status = directions.status
            kept.confirmations = confirmations
            kept.expires = form.expiry
            if isOther || kept.stock == nil {
                kept.stock = Self.stock(of: medicine, expires: form.expiry, at: now)
            }
            kept.stock?.expires = form.expiry
            kept.stock?.refills = medicine.refills
        }
    }

    package func medicine(_ id: Medicine.ID) async throws -> StoredMedicine {
        guard let kept = try await records.medicine(id) else {
            throw HouseholdError(.notFound, localized("There is no such medicine."))
        }
        return kept
    }

    /// In the order of addition.
    package func list(withOver: Bool = false) async throws -> [StoredMedicine] {
        try await records.medicines(withOver: withOver)
    }

    /// The medicines that the viewer may change and export, in the order of addition: never those that another person
    /// shares.
    package func changeable() async throws -> [StoredMedicine] {
        try await list(withOver: true).filter { viewer.mayChange(belongingTo: $0.account) }
    }

    /// Removes the medicine with its dose log. Throws `notFound`, and `notPermitted` if it is only shared.
    package func removeMedicine(_ id: Medicine.ID) async throws {
        try ActingPerson.require(.changeMedicines)
        try await discard(id)
        SensitiveActs.report(.medicineRemoved)
    }

    /// Removes a medicine without a row in the log of accounts: one that was not completely made.
    func discard(_ id: Medicine.ID) async throws { try await records.remove(id) }

    /// Removes the viewer's own labels, pictures, medicines and doses; without accounts, all of the household.
    package func forgetMedicines() async throws {
        try ActingPerson.require(.changeMedicines)
        _ = try await records.removeMedicines()
        SensitiveActs.report(.everythingRemoved, Self.logSubject)
        try await photographs.removePictures()
    }

    /// What the log of accounts stores about it, in English; a page translates it.
    package static let logSubject = "medicines"

    // MARK: -

    /// Returns the same medicine if it was added a moment ago.
    private func twin(of medicine: Medicine, _ account: Account.ID?) async throws -> StoredMedicine? {
        let now = environment.now()
        return try await list().first { kept in
            kept.account == account && kept.label == nil && kept.plan == nil && kept.medicine == medicine
                && abs(now.timeIntervalSince(kept.addedAt)) < Self.twinSeconds
        }
    }

    private static let twinSeconds = 120.0

    /// Returns nil if no quantity is known, if doses have different units, or if the quantity is printed in another
    /// unit than that of the doses: an inhaler is no puff, and 15 mL are not 15 units.
    private static func stock(of medicine: Medicine, expires: LocalDay?, at now: Date) -> Stock? {
        guard let unit = medicine.doseUnit, let quantity = medicine.quantity(forDosesIn: unit) else { return nil }
        var stock = Stock(unit: unit, first: .init(at: now, amount: quantity), refills: medicine.refills)
        stock.expires = expires
        return stock
    }

    static func confirmations(
        _ confirmed: Set<DosePlan.Confirmation>, of medicine: Medicine
    ) throws -> DosePlan.Confirmations {
        var confirmations = DosePlan.Confirmations(of: medicine)
        for confirmation in confirmed { confirmations.confirm(confirmation) }
        let missing = confirmations.missing(for: medicine)
        guard missing.isEmpty else {
            let values = missing.map(\.words).joined(separator: ", ")
            throw HouseholdError(
                .medicineRefused, localized("Not everything was confirmed: \(values, "values")."),
                detail: "confirmation", hint: localized("Compare each value with the label."))
        }
        return confirmations
    }

    /// Removes the photograph when all entries of the label are confirmed.
    private func removePhotographOnceConfirmed(_ id: MedicineLabel.ID) async throws {
        guard let label = try await records.label(id) else { return }
        let entries = services.view(of: label.text, label).reading.entries.indices
        guard entries.allSatisfy({ label.confirmed[$0] != nil }) else { return }
        try await removePicture(of: id)
    }
}

extension DosePlan.Confirmation {
    /// "dose (part 2)".
    package var words: String { if let clause, clause > 0 { field.words(ofPart: clause + 1) } else { field.words } }
}

extension DirectionsReading.Field {
    /// The name for a person.
    package var words: String {
        switch self {
        case .dose: localized("dose", context: "value of a medicine")
        case .strength: localized("strength", context: "value of a medicine")
        case .route: localized("how it is taken", context: "value of a medicine")
        case .site: localized("where", context: "value of a medicine")
        case .frequency: localized("how often", context: "value of a medicine")
        case .times: localized("times", context: "value of a medicine")
        case .days: localized("days", context: "value of a medicine")
        case .when: localized("when", context: "value of a medicine")
        case .count: localized("number of doses", context: "value of a medicine")
        case .asNeeded: localized("only if needed", context: "value of a medicine")
        case .reason: localized("reason", context: "value of a medicine")
        case .duration: localized("how long", context: "value of a medicine")
        case .max: localized("maximum", context: "value of a medicine")
        case .medicine: localized("name", context: "value of a medicine")
        case .remark: localized("what no dose carries", context: "value of a medicine")
        }
    }

    /// "dose (part 2)". The first part has the number 1.
    package func words(ofPart number: Int) -> String {
        localized("\(words, "value") (part \(number, "number"))")
    }
}
