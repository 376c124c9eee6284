import Accounts
import HTTPTypes
import Household
import Hummingbird

/// Adds sensitive acts of signed-in persons to the log of accounts: exports, removals, what is sent after a person agreed
/// to it, and changes of what leaves the house. Without accounts there is no log.
///
/// The verbs of the household report what they did (`SensitiveActs`); this middleware knows who did it and where. An act is
/// logged also if the request fails later. The event is a commit of its own after the act.
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
        let acts = SensitiveActs()
        do {
            let response = try await SensitiveActs.$current.withValue(acts) { try await next(request, context) }
            try await log(acts, by: person, on: device)
            return response
        } catch {
            // The error of the request is the one that its sender needs.
            try? await log(acts, by: person, on: device)
            throw error
        }
    }

    private func log(_ acts: SensitiveActs, by person: SignedIn, on device: Device) async throws {
        for act in acts.all { try await household.accounts.note(act.kind, act.subject, by: person, on: device) }
    }

    // The subjects are stored in English; `AccountLogPage` translates them.
    static let plants = "the plants"
    static let allMedicines = "the medicines"

    /// The downloads. The printed sheet is a page, and no page writes.
    private static let exports = [Site.API.collection: plants, Site.API.medicineExport: allMedicines]
}
