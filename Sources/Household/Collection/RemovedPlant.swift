package import FoundationEssentials
package import Plants

/// A plant that was removed and can be restored until `until`. It is in no other list of the household.
package struct RemovedPlant: Sendable, Hashable, Identifiable {
    package let id: Plant.ID
    package let name: String
    package let removedAt: Date
    package let until: Date

    package init(id: Plant.ID, name: String, removedAt: Date, until: Date) {
        self.id = id
        self.name = name
        self.removedAt = removedAt
        self.until = until
    }

    /// The number of days for which a removed plant can be restored.
    package static let days = 7
    /// The same as a duration, in seconds.
    static let duration = Double(days) * 86_400
}
