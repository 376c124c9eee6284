import Calendar
package import Directions
package import Doses
import Foundation
package import Household
package import Labels
package import Recognition

// MARK: - Medicines

extension Sample {
    /// Announces the photograph of a label and adds both.
    package func take(
        _ label: MedicineLabel, photograph: Photograph, in records: any Records, for household: Household.ID? = nil
    ) async throws {
        try await records.bound(to: household ?? home).announce([photograph], until: time(1_000_000))
        try await records.bound(to: household ?? home).add(label, photograph: photograph)
    }

    /// A photograph that is not stored.
    package func picture(_ character: Character = "c") throws -> Photograph {
        Photograph(
            id: try fresh(), digest: try digest(character), format: .jpeg, width: 2048, height: 1536,
            byteCount: 400_000,
            capturedAt: time(0))
    }

    /// A text as a reader on this machine returns it, with positions and confidences and with a word that only one pass
    /// found.
    package func recognised(_ lines: String..., reader: RecognisedText.Reader = .local) -> RecognisedText {
        RecognisedText(
            reader: reader,
            lines: lines.enumerated().map { row, line in
                let top = 0.1 + Double(row) * 0.1
                let place = RecognisedText.Place(
                    corners: [(0.1, top), (0.9, top), (0.9, top + 0.0625), (0.1, top + 0.0625)].map {
                        .init(x: $0.0, y: $0.1)
                    })
                return RecognisedText.Line(
                    words: line.split(separator: " ").enumerated().map { number, word in
                        .init(text: String(word), confidence: 0.9375, place: place, isAgreed: number != 3)
                    }, place: place)
            }, isHandwritten: false, confidence: 0.875, turns: 1)
    }

    package func label(_ name: String? = nil, photograph: Photograph.ID? = nil, minute: Int = 0) throws -> MedicineLabel
    {
        MedicineLabel(
            id: try name.map { try id($0) } ?? fresh(), photograph: photograph, addedAt: time(minute),
            own: recognised("Amoxicillin 500 mg", "Take ½ tablet “daily”"))
    }

    /// A medicine without a plan.
    package func medicine(
        _ name: String, from label: MedicineLabel.ID? = nil, entry: Int? = nil, minute: Int = 0
    ) -> StoredMedicine {
        var clause = Direction(.first)
        (clause.dose, clause.route) = (.init(low: 1, high: 1, unit: "tablet"), "oral")
        clause.frequency = .init(count: 1, period: 1, periodUnit: .day)
        clause.times = ["08:00"]
        let medicine = Medicine(
            name: name, strength: "500 mg", form: "tablet", person: "Ström, Anna", sig: "Take 1 tablet daily at 8:00",
            clauses: [clause], quantity: 21, refills: 2, warnings: ["May cause “drowsiness”.\n"])
        var confirmations = DosePlan.Confirmations(of: medicine)
        for confirmation in DosePlan.Confirmations.needed(for: medicine) { confirmations.confirm(confirmation) }
        var kept = StoredMedicine(
            id: .init(rawValue: "m-\(name)"), label: label, entry: entry, addedAt: time(minute), medicine: medicine,
            status: .ok, confirmations: confirmations)
        kept.stock = Stock(unit: "tablet", first: .init(at: time(minute), amount: 21), refills: 2)
        kept.stock?.expires = LocalDay("2027-12-31")
        return kept
    }

    /// A medicine with a daily dose at eight o'clock UTC from the day of the sample on.
    package func running(
        _ name: String, from label: MedicineLabel.ID? = nil, entry: Int? = nil, minute: Int = 0,
        end: DosePlan.Answers.End = .open
    ) throws -> StoredMedicine {
        var kept = medicine(name, from: label, entry: entry, minute: minute)
        guard let morning = LocalTime("08:00"), let noon = LocalTime("12:00"), let evening = LocalTime("20:00") else {
            throw Exhausted()
        }
        var answers = DosePlan.Answers()
        answers.ends[0] = end
        answers.starts[0] = DosePoint(Zone.utc.day(at: time(0)), morning)
        let draft = DosePlan.Draft(
            kept.medicine, status: kept.status,
            usual: DoseTimes(
                wake: morning, breakfast: morning, lunch: noon, dinner: evening, morning: morning, noon: noon,
                afternoon: noon, evening: evening, bedtime: evening), answers: answers,
            confirmations: kept.confirmations)
        kept.plan = DosePlan(
            id: .init(rawValue: "plan-\(name)"), medicine: kept.id, first: try draft.revision(zone: .utc, from: time(0))
        )
        return kept
    }

    package func taken(_ dose: String, minute: Int, amount: Direction.Amount? = nil) -> DoseNote {
        DoseNote(.dose(.init(rawValue: dose)), .taken(at: time(minute), amount: amount), notedAt: time(minute))
    }
}
