import HTTPTypes

/// The fields of head.mustache and foot.mustache, which surround every page.
struct LayoutFields: TemplateFields {
    let title: String
    var language = "en"
    /// The path prefix of the assets' URLs.
    let assets: String
    let version: String
    /// True for a page behind a secret path, which has no links to other pages.
    var isAlone = false
    var tabToday = false
    var tabPlants = false
    var tabPhotograph = false
    var tabLarder = false
    var tabMedicines = false
    /// The paths of the script modules that the page loads.
    var modules: [String] = []
    var chip = ""
    var chipKind = ""
}

/// The limits of photographs for the forms.
struct UploadLimits: SharedFields {
    var limitsText = "JPEG, PNG, WebP, HEIC, AVIF or TIFF, up to \(Limits.picture >> 20) MiB and 50 megapixels."
    var limitBytes = String(Limits.picture)
    var formLimitText = "Several photographs in one form: up to \(Limits.photographs >> 20) MiB together."
    var formLimitBytes = String(Limits.photographs)
}

/// A page with a heading and a text.
struct NotePage: PageFields {
    static let template = "coming"

    let heading: String
    let text: String
}

/// The page that browsers cache and show while the server is unreachable.
struct OfflinePage: PageFields {
    static let template = "offline"
}

/// The page of an error.
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
