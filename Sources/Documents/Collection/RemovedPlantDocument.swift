package import FoundationEssentials
package import Household
import Plants
import Recognition

/// A removed plant that can be restored, as JSON; Docs/api.md describes it.
package struct RemovedPlantDocument: Codable, Sendable {
    package let id: String
    package let name: String
    package let removedAt: Date
    /// Until then it can be restored.
    package let until: Date

    package init(_ plant: RemovedPlant) {
        id = plant.id.rawValue
        name = plant.name
        removedAt = plant.removedAt
        until = plant.until
    }
}
