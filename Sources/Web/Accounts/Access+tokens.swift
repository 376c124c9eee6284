import Accounts
import HTTPTypes
import Household

/// What a program with a token may use: the API, the metrics and the pictures of photographs, never pages.
extension Access {
    /// Routes outside the API that a token opens.
    private static let besideAPI = Set(
        [Site.mcp, Site.metrics, Site.picture.pattern, Site.labelPicture.pattern].map { parts($0) })

    /// Reminders contain texts about doses, and links that need no session; channels and calendars get such texts and
    /// links even after the token has ended. A token needs these permissions for them, beside the one of the area.
    private static let reminders = (
        areas: [Site.API.reminders, Site.API.alerts, Site.API.channels, Site.API.feeds, Site.API.pushKey].map(parts),
        needs: [Permission.change, .readMedicines, .changeMedicines]
    )

    /// An export of medicines needs their scope, too.
    private static let medicineExport = parts(Site.API.medicineExport)

    /// Returns whether a token can open the route.
    static func acceptsTokens(_ route: String) -> Bool {
        route.hasPrefix(Site.API.root + "/") || besideAPI.contains(parts(route))
    }

    /// Checks what only programs with a token must have. Throws `notPermitted` if no token opens the route, and
    /// `scopeMissing`.
    static func checkToken(of person: SignedIn, for route: String) throws {
        guard acceptsTokens(route) else { throw HouseholdError.tokenNotAccepted }
        for permission in tokenNeeds(route) where !person.permits(permission) { throw refusal(of: person, permission) }
    }

    /// The permissions that only a program needs for the route, beside the one of its area.
    private static func tokenNeeds(_ route: String) -> [Permission] {
        let route = parts(route)
        return if reminders.areas.contains(where: { route.starts(with: $0) }) {
            reminders.needs
        } else {
            route.starts(with: medicineExport) ? [.readMedicines] : []
        }
    }

    /// All permissions that a program needs for the route; nil if no token opens it.
    static func permissions(ofProgramsFor route: String, _ method: HTTPRequest.Method) -> [Permission]? {
        guard acceptsTokens(route), case .permission(let permission)? = Access(to: route, method) else { return nil }
        return [permission] + tokenNeeds(route).filter { $0 != permission }
    }

    /// The reason why a person is refused: the role, or a scope that the token does not have.
    static func refusal(of person: SignedIn, _ permission: Permission) -> HouseholdError {
        guard person.token != nil, person.account.permits(permission), let scope = TokenScope.with(permission) else {
            return .notPermitted
        }
        return .scopeMissing(scope)
    }
}
