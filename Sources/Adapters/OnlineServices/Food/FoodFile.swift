import Foundation
import HTTPTransport
import Household
package import Larder
import OpenFoodFacts

/// What Open Food Facts answered, kept in a file: the same product as of an answer that comes over the network.
package enum FoodFile {
    /// Of a whole answer, or of the product in it. Throws `serviceUnreadable` where it is none.
    package static func product(_ json: [UInt8], language: String = "en") throws -> Larder.Product {
        do {
            let whole = try JSONDecoder().decode(JSONValue.self, from: Data(json))
            let found = try OpenFoodFacts.Product(whole["product"] ?? whole)
            return Larder.Product(found, code: found.code ?? "", language: Language(tag: language))
        } catch {
            throw HouseholdError(.serviceUnreadable, "This is no product of Open Food Facts.", cause: error)
        }
    }
}
