package import Foundation

/// What became of a change of the data that a person confirmed on the page.
package struct RestoreOutcome: Codable, Sendable, Hashable {
    package enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        /// A backup replaces the data.
        case restore
        /// The data before a restore come back.
        case undo
        /// The data before a restore are removed.
        case forget
    }

    package let kind: Kind
    package let at: Date
    /// When the backup was made; nil for the other kinds.
    package let madeAt: Date?
    /// Why it failed; the data are then those before. Nil if it was done.
    package let failure: String?

    package init(kind: Kind, at: Date, madeAt: Date?, failure: String?) {
        self.kind = kind
        self.at = at
        self.madeAt = madeAt
        self.failure = failure
    }
}
