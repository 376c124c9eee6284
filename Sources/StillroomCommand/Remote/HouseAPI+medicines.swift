import Calendar
import Documents
import Doses
import Foundation
import HTTPTransport
import Messages

/// Medicines and doses of a household elsewhere.
extension HouseAPI {
    func medicines(withOver: Bool) async throws -> [MedicineDocument] {
        struct Answer: Decodable { let medicines: [MedicineDocument] }
        let answer: Answer = try await get(Self.path("medicines"), [("all", withOver ? "true" : nil)])
        return answer.medicines
    }

    /// Logs a planned dose, or a dose of a medicine that is taken as needed, as taken. Returns false if it was logged
    /// before.
    func take(_ id: String, at instant: Date?, amount: Double?, sure: Set<DoseDoubt.Kind>) async throws -> Bool {
        let fields: [String: JSONValue?] = [
            "at": instant.map { .text($0.formatted(.iso8601)) }, "amount": amount.map(JSONValue.number),
            "sure": sure.isEmpty ? nil : .list(sure.map(\.rawValue).sorted().map { .text($0) }),
        ]
        let answer: MedicineDocument
        if let dose = try await dose(id) {
            answer = try await post(Self.path("medicines", dose.medicine, "doses", dose.id, "taken"), fields)
        } else if let line = try await asNeeded(id) {
            answer = try await post(
                Self.path("medicines", line.medicine, "clauses", String(line.clause), "taken"), fields)
        } else {
            throw CommandFailure(.noInput, localized("There is no such dose near today, and no such medicine."))
        }
        return answer.noted != []
    }

    func skip(_ id: String, reason: String?) async throws {
        guard let dose = try await dose(id) else {
            throw CommandFailure(.noInput, localized("There is no such dose near today."))
        }
        try await post(
            Self.path("medicines", dose.medicine, "doses", dose.id, "skipped"),
            ["reason": reason.map(JSONValue.text)])
    }

    /// Undoes the last entry of a dose, or of a medicine that is taken as needed.
    func undo(_ id: String) async throws {
        if let dose = try await dose(id) {
            try await post(Self.path("medicines", dose.medicine, "doses", dose.id, "undone"))
        } else if let line = try await asNeeded(id), let number = line.undoable {
            try await delete(Self.path("medicines", line.medicine, "log", String(number)))
        } else {
            throw CommandFailure(.noInput, localized("There is no log entry of the last day to undo."))
        }
    }

    private func day(_ day: LocalDay? = nil) async throws -> MedicineDayDocument {
        try await get(Self.path("doses"), [("day", day?.description)])
    }

    private func asNeeded(_ medicine: String) async throws -> MedicineDayDocument.AsNeeded? {
        try await day().asNeeded.first { $0.medicine == medicine }
    }

    /// Returns a planned dose of today, of the two days before or of the day after; nil if there is none.
    private func dose(_ id: String) async throws -> MedicineDayDocument.Dose? {
        let today = try await day()
        if let found = today.doses.first(where: { $0.id == id }) { return found }
        guard let date = LocalDay(today.day) else { return nil }
        for distance in [-1, -2, 1] {
            if let found = try await day(date.adding(days: distance)).doses.first(where: { $0.id == id }) {
                return found
            }
        }
        return nil
    }
}
