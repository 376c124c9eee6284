import Calendar
import Household
import Hummingbird
import Larder
import Messages
import Recognition

/// The page that reads the date on a package in a photograph, and proposes it for the stock.
struct FoodDatePages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.foodDate) { request, _ in try await page(about: Upload.query(request)) }
        router.on(.post, Site.foodDate) { request, context in
            let query = Upload.query(request)
            do {
                let dates = try await Upload.withPicture(request, context) {
                    try await household.stock.printedDates(in: $0)
                }
                return try await page(about: query, dates)
            } catch let error as HouseholdError where Problem(error).status.code < 500 {
                return try await page(about: query, fault: Problem(error))
            } catch let problem as Problem where problem.status.code < 500 {
                return try await page(about: query, fault: problem)
            }
        }
    }

    /// `query` has the item of the stock or the code of the product that the date belongs to, or neither.
    private func page(
        about query: [String: String], _ dates: PrintedDates? = nil, fault: Problem? = nil
    ) async throws -> Response {
        let view = try await household.stock.view()
        var content = StockItem.Content(name: "")
        var action: String?
        if let id = query["item"].flatMap({ StockItem.ID($0) }) {
            (content, action) = (try await household.stock.item(id).content, Site.stockItem(id))
        } else if let code = query["code"], !code.isEmpty {
            content = try await household.stock.proposal(code).content
        }
        let page = FoodDatePage(
            dates, for: content, savingAt: action, query: query, view,
            fault: fault)
        return renderer.page(
            page, title: fault?.title ?? page.heading, tab: .larder, household: household, status: fault?.status ?? .ok)
    }
}

/// The fields of food-date.mustache.
struct FoodDatePage: PageFields {
    static let template = "food-date"

    struct Choice: TemplateFields {
        let number: String
        /// As `StockForm` reads it: "use-by 2027-03-12".
        let value: String
        let words: String
        let line: String
        /// "The package does not say what this date means."
        let remark: String?
    }

    let heading: String
    /// The address that reads a photograph.
    let reading: String
    let back: String
    /// Whether a photograph was read.
    let isRead: Bool
    /// Whether no date was found in it.
    let isNothing: Bool
    /// The only date, which the form has already.
    let proposal: Choice?
    /// Several dates; the person chooses one.
    let choices: [Choice]
    let hasChoices: Bool
    let problem: RefusalFields?
    let action: String
    let isNew: Bool
    let form: StockFields
    let limits = UploadLimits()

    /// `action` is the address that changes an item of the stock; nil adds a new one.
    init(
        _ dates: PrintedDates?, for content: StockItem.Content, savingAt action: String?, query: [String: String],
        _ view: StockView, fault: Problem?
    ) {
        let proposal = dates?.proposal
        let isOpen = dates.map { $0.proposal == nil && !$0.candidates.isEmpty } ?? false
        var typed = StockForm(content)
        if let date = proposal?.date { (typed.dateKind, typed.date) = (date.kind.rawValue, date.day.description) }
        if isOpen { typed.date = "" }
        if let lot = dates?.lot { typed.lot = lot }
        heading =
            dates == nil
            ? localized("Read the date on a package")
            : dates?.candidates.isEmpty ?? true
                ? localized("No date could be read")
                : isOpen ? localized("Which date is it?") : localized("Is this the date on the package?")
        reading = Site.foodDate.with(["item": query["item"], "code": query["code"]])
        back = action ?? content.code.map { Site.product($0) } ?? Site.stock
        isRead = dates != nil
        isNothing = dates?.candidates.isEmpty ?? false
        self.proposal = proposal.map { Self.choice($0, 1) }
        choices = isOpen ? zip(dates?.candidates ?? [], 1...).map(Self.choice) : []
        hasChoices = isOpen
        problem = fault.map(RefusalFields.init)
        self.action = action ?? Site.stock
        isNew = action == nil
        form = StockFields(typed, view.places, asksName: action != nil || content.code == nil)
    }

    private static func choice(_ candidate: PrintedDates.Candidate, _ number: Int) -> Choice {
        let date = candidate.date
        let day = Wording.date(date.day)
        let words =
            date.kind == .useBy ? localized("Use by \(day, "day")") : localized("Best before \(day, "day")")
        let remark: String? =
            !candidate.isKindPrinted
            ? localized("No word beside this date was read: check whether it is “best before” or “use by”.")
            : !candidate.hasDay ? localized("Only the month is printed, so this is its last day.") : nil
        return Choice(
            number: String(number), value: "\(date.kind.rawValue) \(date.day)", words: words,
            line: Wording.short(candidate.line, 120), remark: remark)
    }
}
