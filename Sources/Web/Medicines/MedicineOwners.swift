import Accounts
import Household
import Messages

/// The names of the people who share their medicines with a viewer.
enum MedicineOwners {
    static func read(_ medicines: MedicineCabinet) async throws -> [Account.ID: String] {
        guard let viewer = medicines.viewer.account else { return [:] }
        return Dictionary(
            try await medicines.shares().filter { $0.carer == viewer }.map { ($0.owner, $0.ownerName.text) },
            uniquingKeysWith: { first, _ in first })
    }

    /// "Anna’s".
    static func shared(by name: String) -> String {
        localized("\(Wording.short(name, 60), "person")’s")
    }
}
