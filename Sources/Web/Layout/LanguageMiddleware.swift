import Accounts
import HTTPTypes
import Household
import Hummingbird
import Messages

/// Sets the language of the texts of a response: that of the person, otherwise that of the household, otherwise the best
/// one of the header `Accept-Language`, otherwise English. A program with a token gets the language of its header.
///
/// The person, otherwise the household, also says how times, weeks and units are written.
///
/// It is in the chain twice: before anything can fail, where only the header is known, and after the person is known.
struct LanguageMiddleware: RouterMiddleware {
    /// Nil before the person is known.
    var settings: HomeSettings?
    let localizations: Localizations

    func handle(
        _ request: Request, context: AppRequestContext,
        next: @concurrent (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        try await Localization.$current.withValue(await localization(request, context)) {
            try await next(request, context)
        }
    }

    private func localization(_ request: Request, _ context: AppRequestContext) async -> Localization {
        let asked = request.headers[.acceptLanguage].flatMap { DisplayLanguage(acceptLanguage: $0) }
        // The made-up language of tests is always that of the header.
        guard let settings, asked != .pseudo, context.person?.token == nil else {
            return localizations(asked ?? .english)
        }
        // An answer is given also if the settings cannot be read.
        let home = try? await settings.home()
        let language = context.person?.account.language ?? home?.language ?? asked ?? .english
        let chosen = context.person?.account.habits ?? .init()
        return localizations(language).with(
            home.map { settings.habits(of: $0, in: language, chosen: chosen) } ?? LocalHabits().with(chosen))
    }
}
