package import Accounts
package import FoundationEssentials

/// The links of guests. A slice of `Records`. A link ends with the membership of the account that made it, and while
/// the role of that account does not allow changes.
package protocol GuestRecords: Sendable {
    /// Adds a link, and removes those that were over 30 days ago. Throws `notPermitted` if the account may not change
    /// plants and chores, and `valueRefused` if the household has `GuestLink.limit` valid links.
    func add(_ link: StoredGuestLink) async throws
    /// Returns the link with that digest, which may be over; nil if there is none.
    func guestLink(digest: String) async throws -> GuestLink?
    /// Stores the time of use.
    func touch(_ link: GuestLink.ID, at now: Date) async throws
    /// The links that are valid at `now`, latest first, with the name of the person who made each.
    func guestLinks(at now: Date) async throws -> [(link: GuestLink, maker: AccountName)]
    /// Ends a link now. Throws `notFound` if there is no valid one of the person, or, for an owner, of any person.
    func end(_ link: GuestLink.ID, by person: Account.ID, at now: Date) async throws
    /// Throws `tooManyPhotographs` if the guest cannot add another photograph now.
    func requirePhotographAllowance(of guest: GuestLink, at now: Date) async throws
}

/// A guest link that is to be added.
package struct StoredGuestLink: Sendable {
    package let link: GuestLink
    /// The digest of the secret.
    package let digest: String
    /// Where the link was made.
    package let address: String

    package init(link: GuestLink, digest: String, address: String) {
        self.link = link
        self.digest = digest
        self.address = address
    }
}
