import FoundationEssentials
import Larder

/// The household's preferences for products.
package struct LarderPreferences: Sendable, Hashable {
    /// The language of names and questions: two letters.
    package var language = "en"
    /// Two letters of Open Food Facts' list ("uk"), or "world".
    package var country = "world"
    /// True if Robotoff's questions are shown.
    package var asks = true

    package init() {}
}
