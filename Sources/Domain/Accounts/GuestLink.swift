package import FoundationEssentials
package import Recognition

/// The access of a sitter without an account: the chores of today in some rooms, for some days. The secret is not part
/// of it; only its digest is stored.
package struct GuestLink: Sendable, Hashable, Identifiable {
    package typealias ID = Identifier<GuestLink>

    /// The rooms whose plants a guest sees.
    package enum Rooms: Sendable, Hashable {
        /// Every plant, also one that stands in no room.
        case all
        /// The plants in these rooms. The empty text stands for the plants in no room.
        case chosen(Set<String>)

        package func contains(_ room: String?) -> Bool {
            switch self {
            case .all: true
            case .chosen(let rooms): rooms.contains(room ?? "")
            }
        }
    }

    /// The most valid links of a household.
    package static let limit = 20
    /// The most rooms that a link names.
    package static let roomLimit = 100
    /// The allowed number of days for which a link is valid. Every link ends.
    package static let days = 1...90
    package static let usualDays = 14
    /// The most photographs that a guest adds within 24 hours.
    package static let photographsADay = 40
    /// The most entries of a guest in the log of chores within 24 hours, with those that were undone.
    package static let entriesADay = 300
    /// The time of use is stored at most once in this many seconds.
    private static let touch = 3600.0

    package let id: ID
    /// The account that made the link.
    package let account: Account.ID
    /// The name of the guest, in the words of the person who made the link.
    package let name: String
    package let rooms: Rooms
    package let madeAt: Date
    package let expires: Date
    package let lastUse: Date?

    package init(
        id: ID, account: Account.ID, name: String, rooms: Rooms, madeAt: Date, expires: Date, lastUse: Date? = nil
    ) {
        self.id = id
        self.account = account
        self.name = name
        self.rooms = rooms
        self.madeAt = madeAt
        self.expires = expires
        self.lastUse = lastUse
    }

    /// Returns the name of a guest in the form that is stored; the rules are those of the names of people.
    package static func name(_ text: String) throws(AccountNameError) -> String { try AccountName(text).text }

    package func isValid(at now: Date) -> Bool { now < expires }

    /// Returns whether the time of use is to be stored at `now`. A stored time in the future is replaced, too.
    package func needsTouch(at now: Date) -> Bool {
        guard let lastUse else { return true }
        return abs(now.timeIntervalSince(lastUse)) >= Self.touch
    }
}
