import HTTPTypes

/// What head.mustache and foot.mustache show around every page.
struct LayoutFields: TemplateFields {
    let title: String
    var language = "en"
    /// The folder of the assets in addresses.
    let assets: String
    let version: String
    /// A page for a person who holds its secret address, without links to other pages.
    var isAlone = false
    var tabToday = false
    var tabPlants = false
    var tabPhotograph = false
    var tabLarder = false
    var tabMedicines = false
    /// The script modules that the page loads.
    var modules: [String] = []
    var chip = ""
    var chipKind = ""
}

/// What the forms say of the size of photographs.
struct UploadLimits: SharedFields {
    var limitsText = "JPEG, PNG, WebP, HEIC, AVIF or TIFF, up to \(Limits.picture >> 20) MiB and 50 megapixels."
    var limitBytes = String(Limits.picture)
    var formLimitText = "Several photographs in one form: up to \(Limits.photographs >> 20) MiB together."
    var formLimitBytes = String(Limits.photographs)
}

/// A page that says one thing.
struct NotePage: PageFields {
    static let template = "coming"

    let heading: String
    let text: String
}

/// The page that the browser keeps and shows when the house cannot be reached.
struct OfflinePage: PageFields {
    static let template = "offline"
}

/// An error as a page.
struct ProblemPage: PageFields {
    struct Retry: TemplateFields {
        let href: String
        let label: String
    }

    static let template = "problem"

    let status: String
    let heading: String
    let detail: String
    let hint: String
    var retry: Retry?

    init(_ problem: Problem, retry: Retry? = nil) {
        status = String(problem.status.code)
        heading = problem.title
        detail = problem.detail
        hint = problem.hint ?? ""
        self.retry = retry
    }
}
