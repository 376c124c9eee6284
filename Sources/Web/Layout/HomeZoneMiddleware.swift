import Calendar
import Household
import Hummingbird

/// Sets the zone in which pages name times to that of the household.
struct HomeZoneMiddleware: RouterMiddleware {
    let household: Household

    func handle(
        _ request: Request, context: AppRequestContext,
        next: @concurrent (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        guard request.wantsPage, context.endpointPath != nil,
            // A page is shown also if the settings cannot be read.
            let home = try? await household.settings.home(), let clock = try? household.settings.clock(of: home)
        else { return try await next(request, context) }
        return try await Wording.$zone.withValue(clock.zone) { try await next(request, context) }
    }
}
