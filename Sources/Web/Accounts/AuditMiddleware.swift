import Accounts
import HTTPTypes
import Household
import Hummingbird
import Recognition

/// Adds sensitive acts of signed-in persons to the log of accounts: exports, the removal of everything, and changes of
/// what leaves the house. Without accounts there is no log. The event is a commit of its own after the act.
///
/// Changes are found by comparing before and after each request that may change settings or keys, so a new route of that
/// kind is covered without an entry here.
struct AuditMiddleware: RouterMiddleware {
    let household: Household

    func handle(
        _ request: Request, context: AppRequestContext,
        next: @concurrent (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        guard let person = context.person, let route = context.endpointPath else {
            return try await next(request, context)
        }
        let device = context.device(request)
        guard ![.get, .head, .options].contains(request.method) else {
            let response = try await next(request, context)
            if response.status == .ok, let subject = Self.exports[route] {
                try await household.accounts.note(.exported, subject, by: person, on: device)
            }
            return response
        }
        let before = Self.changesSettings(route, request.method) ? try await state() : nil
        let response = try await next(request, context)
        if let before {
            for (kind, subject) in try await state().changes(since: before, isKeyRoute: Self.keys[route]) {
                try await household.accounts.note(kind, subject, by: person, on: device)
            }
        }
        if Self.removes(route, request.method, response) {
            try await household.accounts.note(.everythingRemoved, Self.medicines, by: person, on: device)
        }
        return response
    }

    // The subjects are stored in English; `AccountLogPage` translates them.
    static let plants = "the plants"
    static let allMedicines = "the medicines"
    static let medicines = "medicines"

    /// The downloads. The printed sheet is a page, and no page writes.
    private static let exports = [Site.API.collection: plants, Site.API.medicineExport: allMedicines]

    /// The routes that set a key. The new one can be in the same place as the earlier one.
    private static let keys = [Site.settingsKey: "Pl@ntNet", Site.settingsTrefle: "Trefle"]

    private static func changesSettings(_ route: String, _ method: HTTPRequest.Method) -> Bool {
        if route == Site.diet || route == Site.personalDiets { return true }
        switch Access(to: route, method) {
        case .permission(.settings), .permission(.keys): return true
        default: return false
        }
    }

    private static func removes(_ route: String, _ method: HTTPRequest.Method, _ response: Response) -> Bool {
        switch (route, method) {
        case (Site.forgetMedicines, .post):
            response.headers[.location] == Site.medicines.with(["note": "forgotten"])
        case (Site.API.medicines, .delete): response.status.kind == .successful
        default: false
        }
    }

    private func state() async throws -> State {
        let home = try await household.settings.home()
        var settings = State.consents.map { ($0.rawValue, home.text(of: $0)) }
        settings.append((Policy.Setting.strategy.rawValue, household.policy.text(of: .strategy)))
        return State(
            settings: settings,
            keys: [
                ("Pl@ntNet", household.identifications.keyState.isPresent),
                ("Trefle", household.planning.careKeyState.isPresent),
                ("Open Food Facts", try await household.larder.foodAccount() != nil),
            ], isOpen: try await household.network.isWanted())
    }

    /// What the log tells about.
    private struct State {
        /// The settings that let data leave the house, or names of medicines appear in notices.
        static let consents: [Home.Setting] = [
            .medicineSecondReader, .medicineExplainer, .larderQuestions, .hidesMedicines,
        ]

        let settings: [(key: String, value: String)]
        let keys: [(service: String, isPresent: Bool)]
        let isOpen: Bool

        func changes(since before: State, isKeyRoute service: String?) -> [(AccountEvent.Kind, String?)] {
            var changes: [(AccountEvent.Kind, String?)] = []
            for (new, old) in zip(settings, before.settings) where new.value != old.value {
                changes.append((.settingChanged, "\(new.key) = \(new.value)"))
            }
            for (new, old) in zip(keys, before.keys) {
                if new.isPresent != old.isPresent || (new.service == service && new.isPresent) {
                    changes.append((new.isPresent ? .keySet : .keyRemoved, new.service))
                }
            }
            if isOpen != before.isOpen { changes.append((isOpen ? .networkOpened : .networkClosed, nil)) }
            return changes
        }
    }
}

extension KeyRing.State {
    fileprivate var isPresent: Bool { if case .present = self { true } else { false } }
}
