import Calendar
import Foundation
import Household
import Messages
import Plants

/// The fields of the settings page "Care facts from Trefle"; pure.
struct TrefleModel {
    let token: KeyRing.State
    let canKeepToken: Bool
    /// The time since which Trefle has refused the token, as its day.
    let refusedSince: LocalDay?

    init(_ token: KeyRing.State, canKeepToken: Bool = false, refusedSince: LocalDay? = nil) {
        self.token = token
        self.canKeepToken = canKeepToken
        self.refusedSince = refusedSince
    }

    /// The state in words.
    var words: String {
        switch token {
        case .missing: localized("No token yet: only the table of Stillroom is used")
        case .unusable(let reason): reason
        case .present(_, let place):
            refusedSince == nil
                ? localized("The token is in \(place, "place")") : localized("Trefle refuses the token")
        }
    }

    var context: Fields {
        var context = Fields(tokenAction: Site.settingsTrefle, canKeepToken: canKeepToken, tokenWords: words)
        guard case .present(_, let place) = token else { return context }
        context.tokenKept = true
        if let refusedSince {
            let day = Wording.date(refusedSince)
            context.tokenRefused = WordsFields(
                words: localized(
                    """
                    Trefle refuses the token in \(place, "place") since \(day, "day"). It may be wrong or expired. Copy \
                    it again from trefle.io. Until then, the table of Stillroom and the saved answers of Trefle are used.
                    """))
        }
        return context
    }

    /// The fields of trefle.mustache.
    struct Fields: SharedFields {
        let tokenAction: String
        let canKeepToken: Bool
        let tokenWords: String
        var tokenKept = false
        var tokenRefused: WordsFields?
    }

    /// Returns the message about the form.
    static func note(_ name: String?) -> String? {
        switch name {
        case "token-kept":
            localized("The token is saved in a file that only the server can read. It is not shown again.")
        case "token-removed": localized("The token is removed. Trefle is not asked any more.")
        default: nil
        }
    }
}
