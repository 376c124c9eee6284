import HTTPTypes
import Messages

/// The fields of head.mustache and foot.mustache, which surround every page.
struct LayoutFields: TemplateFields {
    let title: String
    var language = Localization.current.language.rawValue
    /// The hours of the clock, for times that scripts write.
    let hourCycle = Localization.current.habits.clock == .hours12 ? "h12" : "h23"
    /// The languages that the foot of the page offers.
    let languages = DisplayLanguage.offered.map {
        LanguageFields(tag: $0.rawValue, ownName: $0.ownName, isCurrent: $0 == Localization.current.language)
    }
    /// The path prefix of the assets' URLs.
    let assets: String
    let version: String
    /// The machines that get photographs because the operator set them; nil if there are none.
    var photographHosts: String?
    let site = SiteFields()
    /// True for a page behind a secret path and for a page before a session, which have no links to other pages.
    var isAlone = false
    /// The referrer policy. A page whose form needs the header `Origin` does not forbid referrers within this site.
    var referrer = "same-origin"
    var tabToday = false
    var tabPlants = false
    var tabPhotograph = false
    var tabLarder = false
    var tabMedicines = false
    /// The file of the style sheet that the page loads after the common one; nil if it needs none.
    var styleSheet: String?
    /// The paths of the script modules that the page loads.
    var modules: [String] = []
    var chip = ""
    var chipKind = ""
    /// The line about a notice; nil if there is none.
    var alert: PageAlert.Fields?
}

/// A language at the foot of a page.
struct LanguageFields: TemplateFields {
    let tag: String
    let ownName: String
    let isCurrent: Bool
}

/// The limits of photographs for the forms.
struct UploadLimits: SharedFields {
    var limitsText = localized(
        "JPEG, PNG, WebP, HEIC, AVIF or TIFF, up to \(Limits.picture >> 20, "size") MiB and 50 megapixels.")
    var limitBytes = String(Limits.picture)
    var formLimitText = localized(
        "Several photographs in one form: up to \(Limits.photographs >> 20, "size") MiB together.")
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

/// The page that lists what this device has not sent yet. A script fills it in; browsers cache it like `OfflinePage`.
struct OutboxPage: PageFields {
    static let template = "outbox"
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

/// The fixed addresses that templates link to: `{{site.plants}}`. An address with parameters is a field of its page.
struct SiteFields: TemplateFields {
    let today = Site.today
    let photograph = Site.photograph
    let plants = Site.plants
    let newPlant = Site.newPlant
    let agenda = Site.agenda
    let newChore = Site.newChore
    let departure = Site.departure
    let settings = Site.settings
    let settingsReminders = Site.settingsReminders
    let network = Site.network
    let welcomePlace = Site.welcomePlace
    let welcomePeople = Site.welcomePeople
    let welcomePhones = Site.welcomePhones
    let welcomeExamples = Site.welcomeExamples
    let settingsHome = Site.settingsHome
    let settingsPlantNet = Site.settingsPlantNet
    let settingsAnswers = Site.settingsAnswers
    let settingsKey = Site.settingsKey
    let settingsCache = Site.settingsCache
    let settingsBackup = Site.settingsBackup
    let settingsRestore = Site.settingsRestore
    let diet = Site.diet
    let species = Site.species
    let personalDiets = Site.personalDiets
    let medicineSettings = Site.medicineSettings
    let larder = Site.larder
    let stock = Site.stock
    let shopping = Site.shopping
    let foodDate = Site.foodDate
    let lookUp = Site.lookUp
    let foodCalls = Site.foodCalls
    let robotoff = Site.robotoff
    let game = Site.game
    let votes = Site.votes
    let scan = Site.scan
    let medicines = Site.medicines
    let medicineExport = Site.medicineExport
    let medicineShares = Site.medicineShares
    let newMedicine = Site.newMedicine
    let readLabel = Site.readLabel
    let typeLabel = Site.typeLabel
    let about = Site.about
    let apiReference = Site.apiReference
    let signIn = Site.signIn
    let language = Site.language
    let signOut = Site.signOut
    let recovery = Site.recovery
    let account = Site.account
    let region = Site.region
    let passphrase = Site.passphrase
    let passkeys = Site.passkeys
    let removePassphrase = Site.removePassphrase
    let confirmPerson = Site.confirmPerson
    let openIDCallback = Site.openIDCallback
    let identities = Site.identities
    let connectIdentity = Site.connectIdentity
    let recoveryCodes = Site.recoveryCodes
    let devices = Site.devices
    let endOtherDevices = Site.endOtherDevices
    let endAllDevices = Site.endAllDevices
    let tokens = Site.tokens
    let endAllTokens = Site.endAllTokens
    let people = Site.people
    let invitations = Site.invitations
    let accountLog = Site.accountLog
    let guestLinks = Site.guestLinks
    let manifest = Site.manifest
    let outbox = Site.outbox
    let state = Site.API.state
}
