import Foundation
import HTTPTransport
import Household
package import Larder
import Messages
import OpenFoodFacts

/// Parses an answer of Open Food Facts from a file, exactly as an answer from the network.
package enum FoodFile {
    /// Parses a whole answer, or only its product. Throws `serviceUnreadable` if the file is neither.
    package static func product(_ json: [UInt8], language: String = "en") throws -> Larder.Product {
        do {
            let whole = try JSONDecoder().decode(JSONValue.self, from: Data(json))
            let found = try OpenFoodFacts.Product(whole["product"] ?? whole)
            return Larder.Product(found, code: found.code ?? "", language: Language(tag: language))
        } catch {
            throw HouseholdError(.serviceUnreadable, localized("This is no product of Open Food Facts."), cause: error)
        }
    }
}
