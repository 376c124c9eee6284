package import Accounts
package import Doses
package import FoundationEssentials

/// To whom medicines belong, and who else sees them. A slice of `Records`; each verb acts for the viewer of the records.
/// Verbs that change who sees a medicine update the notices in the same transaction, and remove its name from notices of
/// people who do not see it any more.
package protocol ShareRecords: Sendable {
    /// The shares that the viewer has given or received, in the order of the names.
    func shares() async throws -> [MedicineShare]
    /// Shares the viewer's medicines with a person, or changes whether this person gets reminders. Throws `notFound` if
    /// no person of the household with this account may read medicines.
    func share(with carer: Account.ID, reminds: Bool, at now: Date) async throws
    /// Ends the share between the viewer and that person, in the given direction. Throws `notFound` if there is none.
    func endShare(_ direction: ShareDirection, _ person: Account.ID, at now: Date) async throws
    /// Gives a medicine of the viewer to the household, or takes back one that the viewer gave. Idempotent. Throws
    /// `notFound`, and `notPermitted` if it is another person's.
    func move(_ id: Medicine.ID, to belonging: MedicineBelonging) async throws
}

package enum ShareDirection: Sendable, Hashable {
    /// The viewer's medicines are shared with the person.
    case given
    /// The person's medicines are shared with the viewer.
    case received
}

package enum MedicineBelonging: String, Sendable, Hashable, CaseIterable {
    case person = "me"
    case household = "everyone"
}

/// What belongs to an account.
package struct Belongings: Sendable, Hashable {
    package let medicines: Int
    package let labels: Int
    /// Without the channel of the pages.
    package let channels: Int
    package let calendars: Int

    package init(medicines: Int, labels: Int, channels: Int, calendars: Int) {
        self.medicines = medicines
        self.labels = labels
        self.channels = channels
        self.calendars = calendars
    }
}
