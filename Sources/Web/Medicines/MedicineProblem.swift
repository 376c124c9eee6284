import HTTPTypes
import Household
import Hummingbird
import Messages

extension Problem {
    /// A problem with a label, a medicine or a dose.
    init(medicine error: HouseholdError) {
        let (status, title): (HTTPResponse.Status, String)
        switch error.code {
        case .medicineRefused: (status, title) = (.unprocessableContent, localized("This entry is not valid"))
        case .doseRefused: (status, title) = (.unprocessableContent, localized("This dose cannot be logged"))
        case .promptTooLong:
            (status, title) = (.unprocessableContent, localized("The text is too long for the model"))
        case .consentMissing: (status, title) = (.conflict, localized("Your consent is needed"))
        case .textMissing: (status, title) = (.unprocessableContent, localized("No text was found"))
        case .readingFailed: (status, title) = (.unprocessableContent, localized("The text could not be read"))
        case .serviceNotConfigured: (status, title) = (.conflict, localized("No service is set up"))
        case .serviceQuotaUsed:
            (status, title) = (.serviceUnavailable, localized("The limit of requests is reached"))
        case .serviceOffline, .servicePaused:
            (status, title) = (.serviceUnavailable, localized("The service is not available now"))
        case .serviceTimedOut: (status, title) = (.gatewayTimeout, localized("No answer came in time"))
        case .serviceKeyRefused, .serviceFailed, .serviceUnreadable, .serviceRefusedUpload, .uploadTooLarge:
            (status, title) = (.badGateway, localized("There was no answer"))
        default:
            self.init(error)
            return
        }
        self.init(status, code: error.code.rawValue, title: title, detail: error.message, hint: error.hint)
    }

    /// Performs `work`. If it is refused, returns `page` with the reason. Rethrows the problem if it is "not-found" or
    /// the client does not accept HTML.
    static func adding(
        _ request: Request, _ page: (Problem) async throws -> Response, work: () async throws -> Response
    ) async throws -> Response {
        let problem: Problem
        do {
            return try await work()
        } catch let error as HouseholdError {
            problem = Problem(medicine: error)
        } catch let error as Problem {
            problem = error
        }
        guard problem.code != "not-found", (request.headers[.accept] ?? "").contains("text/html") else {
            throw problem
        }
        return try await page(problem)
    }
}

extension PageRenderer {
    /// Returns a page of the medicines tab. Browsers do not store it, because it contains health data.
    func medicinePage(_ page: some PageFields, title: String, household: Household, problem: Problem? = nil) -> Response
    {
        var response = self.page(
            page, title: problem?.title ?? title, tab: .medicines, household: household,
            status: problem?.status ?? .ok)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// Returns a page of the medicines tab that shows why a form was refused.
    func medicinePage<Page: MedicinePage>(
        _ page: Page, title: String, household: Household, refusedFor problem: Problem?
    ) -> Response {
        var page = page
        page.messages.problem = problem.map(MedicineMessages.ProblemFields.init)
        return medicinePage(page, title: title, household: household, problem: problem)
    }
}

/// A page of the medicines tab.
protocol MedicinePage: PageFields {
    var messages: MedicineMessages { get set }
}

/// The fields of medicine-problem.mustache: why a form was refused, or what it did.
struct MedicineMessages: SharedFields {
    struct ProblemFields: TemplateFields {
        let problemTitle: String
        let problemDetail: String
        let problemHint: String

        init(_ problem: Problem) {
            problemTitle = problem.title
            problemDetail = problem.detail
            problemHint = problem.hint ?? ""
        }
    }

    var problem: ProblemFields?
    var said: WordsFields?
}
