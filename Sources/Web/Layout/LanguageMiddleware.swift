import Accounts
import HTTPTypes
import Household
import Hummingbird
import Messages

/// Sets the language of the texts of a response: that of the person, otherwise that of the household, otherwise the best
/// one of the header `Accept-Language`, otherwise English. A program with a token gets the language of its header.
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
        let language = await language(request, context)
        return try await Localization.$current.withValue(localizations(language)) {
            try await next(request, context)
        }
    }

    private func language(_ request: Request, _ context: AppRequestContext) async -> DisplayLanguage {
        let asked = request.headers[.acceptLanguage].flatMap { DisplayLanguage(acceptLanguage: $0) }
        // The made-up language of tests is always that of the header.
        guard let settings, asked != .pseudo, context.person?.token == nil else { return asked ?? .english }
        if let own = context.person?.account.language { return own }
        // An answer is given also if the settings cannot be read.
        return (try? await settings.language()) ?? asked ?? .english
    }
}
