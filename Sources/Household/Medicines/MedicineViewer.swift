package import Accounts

/// Who looks at the medicines of a household. Records, medicines and reminders are bound to a viewer, so that each of
/// their verbs finds only what the viewer may see.
package enum MedicineViewer: Sendable, Hashable {
    /// Background work and the command: everything.
    case machine
    /// A household without accounts: what belongs to the household.
    case household
    /// What belongs to this person or to the household, and what other people share with this person.
    case person(Account.ID)
    /// Nothing. A guest, or a program whose token does not permit medicines.
    case noAccess

    /// The account to which new things of the viewer belong; nil for the household.
    package var account: Account.ID? {
        guard case .person(let account) = self else { return nil }
        return account
    }

    /// Returns whether the viewer may change, export and remove what belongs to this account, or to the household if it
    /// is nil. What is shared with the viewer is seen and not changed.
    package func mayChange(belongingTo account: Account.ID?) -> Bool {
        switch self {
        case .machine: true
        case .household: account == nil
        case .person(let person): account == nil || account == person
        case .noAccess: false
        }
    }

    /// The viewer for whom a channel or a calendar of this account is.
    package init(account: Account.ID?) { self = account.map { .person($0) } ?? .household }
}

/// A person's consent that another person sees the own medicines and logs their doses.
package struct MedicineShare: Sendable, Hashable {
    /// To whom the medicines belong.
    package let owner: Account.ID
    package let ownerName: AccountName
    package let carer: Account.ID
    package let carerName: AccountName
    /// The carer gets the reminders of the doses, too.
    package let reminds: Bool

    package init(
        owner: Account.ID, ownerName: AccountName, carer: Account.ID, carerName: AccountName, reminds: Bool
    ) {
        self.owner = owner
        self.ownerName = ownerName
        self.carer = carer
        self.carerName = carerName
        self.reminds = reminds
    }
}
