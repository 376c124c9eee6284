import FoundationEssentials
package import Larder

/// The household's preferences for products.
package struct LarderPreferences: Sendable, Hashable {
    /// The language of names and questions: two letters.
    package var language = "en"
    /// Two letters of Open Food Facts' list ("uk"), or "world".
    package var country = "world"
    /// True if Robotoff's questions are shown.
    package var asks = true
    /// How many days before its "best before" date a food is to be used soon; nil for no reminder.
    package var bestBeforeDays: Int? = 3
    /// The same for "use by" dates, which are those of food that spoils fast.
    package var useByDays: Int? = 1

    package init() {}

    package var useSoon: UseSoonRule { UseSoonRule(bestBeforeDays: bestBeforeDays, useByDays: useByDays) }
}
