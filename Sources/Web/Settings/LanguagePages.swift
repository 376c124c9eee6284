import Accounts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages

/// The choice of a language at the foot of each page: that of the signed-in person, or of the household as long as it has
/// no accounts.
struct LanguagePages {
    let household: Household

    func add(to router: Router<AppRequestContext>) {
        router.on(.post, Site.language) { request, context in
            let form = try await Upload.form(request)
            let language = form["language"].flatMap { DisplayLanguage(tag: $0) }
            if let person = context.person {
                try await household.accounts.chooseLanguage(language, by: person)
            } else {
                try await household.settings.choose([Home.Setting.language: language?.rawValue ?? ""])
            }
            return Response.seeOther(ReturnAddress(Self.page(request)).text)
        }
    }

    /// The path of the page with the form. Pages send it to this site as the referrer.
    private static func page(_ request: Request) -> String? {
        guard let referrer = request.headers[.referer].flatMap({ URLComponents(string: $0) }) else { return nil }
        return referrer.percentEncodedPath + (referrer.percentEncodedQuery.map { "?" + $0 } ?? "")
    }
}
