import Agenda
import Calendar
import Documents
import Doses
import Household
import Larder
import Plants
import Recognition

/// All paths of the site. Links are made from them, and a test compares them with the routes.
enum Site {
    static let today = "/"
    static let photograph = "/photograph"
    static let photographs = "/photographs"
    static let plants = "/plants"
    static let newPlant = "/plants/new"
    static let agenda = "/agenda"
    static let month = "/agenda/month"
    static let newChore = "/agenda/new"
    static let waterAll = "/agenda/water-all"
    static let undo = "/log/undo"
    static let larder = "/larder"
    static let scan = "/larder/scan"
    static let lookUp = "/larder/look"
    static let products = "/larder/products"
    static let foodQuestions = "/larder/questions"
    static let game = "/larder/game"
    static let votes = "/larder/votes"
    static let diet = "/larder/diet"
    static let foodAccount = "/larder/account"
    static let foodAccountAnswers = "/larder/account/answers"
    static let foodCalls = "/larder/calls"
    static let medicines = "/medicines"
    static let readLabel = "/medicines/read"
    static let typeLabel = "/medicines/type"
    static let labels = "/medicines/labels"
    static let newMedicine = "/medicines/new"
    static let medicineSettings = "/medicines/settings"
    static let forgetMedicines = "/medicines/forget"
    static let medicineExport = "/medicines/export"
    static let medicinePrint = "/medicines/print"
    static let about = "/about"
    static let settings = "/settings"
    static let settingsKey = "/settings/key"
    static let settingsCache = "/settings/cache"
    static let settingsHome = "/settings/home"
    static let settingsPause = "/settings/pause"
    static let settingsTrefle = "/settings/trefle"
    static let settingsCollection = "/settings/collection"
    static let settingsReminders = "/settings/reminders"
    static let settingsChannels = "/settings/channels"
    static let settingsFeeds = "/settings/feeds"
    static let settingsNotices = "/settings/notices"
    static let offline = "/offline"
    static let manifest = "/manifest.webmanifest"
    static let serviceWorker = "/sw.js"
    static let live = "/health/live"
    static let ready = "/health/ready"
    static let metrics = "/metrics"
    static let api = "/api"
    static let state = "/api/state"
    /// Links in notices. Each contains a secret and works from any origin.
    static let links = "/n"
    /// Private calendars. Each path contains a secret.
    static let calendars = "/calendar"

    static func display(_ id: Photograph.ID) -> String { "\(photographs)/\(id)/display.jpg" }
    static func thumbnail(_ id: Photograph.ID) -> String { "\(photographs)/\(id)/thumbnail.jpg" }
    static func original(_ id: Photograph.ID) -> String { "\(photographs)/\(id)/original" }
    static func identification(_ id: Identification.ID) -> String { "/identifications/\(id)" }
    static func angles(_ id: Identification.ID) -> String { "/identifications/\(id)/photographs" }
    static func keep(_ id: Identification.ID) -> String { "/identifications/\(id)/keep" }
    static func noneOfThese(_ id: Identification.ID) -> String { "/identifications/\(id)/none-of-these" }
    static func secondOpinion(_ id: Identification.ID) -> String { "/identifications/\(id)/second-opinion" }
    static func stopWaiting(_ id: Identification.ID) -> String { "/identifications/\(id)/stop-waiting" }
    static func plant(_ id: Plant.ID) -> String { "\(plants)/\(id)" }
    static func rename(_ id: Plant.ID) -> String { "\(plants)/\(id)/name" }
    static func remove(_ id: Plant.ID) -> String { "\(plants)/\(id)/remove" }
    /// A form of a plant's page; `part` is "place", "care", "archive" …
    static func plant(_ id: Plant.ID, _ part: String) -> String { "\(plants)/\(id)/\(part)" }
    static func removeNote(_ number: Int, of id: Plant.ID) -> String { "\(plants)/\(id)/notes/\(number)/remove" }
    static func chore(_ id: Chore.ID, _ verb: String) -> String { "/chores/\(id)/\(verb)" }
    /// A form of a channel; `verb` is "on", "off", "test" or "remove".
    static func channel(_ id: Channel.ID, _ verb: String) -> String { "\(settingsChannels)/\(id)/\(verb)" }
    static func revoke(_ id: FeedSubscription.ID) -> String { "\(settingsFeeds)/\(id)/revoke" }
    static func retry(_ notice: Int) -> String { "\(settingsNotices)/\(notice)/retry" }
    static func link(_ text: String) -> String { "\(links)/\(text)" }
    static func calendar(_ secret: String) -> String { "\(calendars)/\(secret).ics" }
    static func product(_ code: String) -> String { "\(products)/\(code)" }
    /// A form of a product's page; `part` is "remove", "refresh" or "questions".
    static func product(_ code: String, _ part: String) -> String { "\(products)/\(code)/\(part)" }
    static func picture(_ kind: Product.Picture, of code: String) -> String {
        "\(products)/\(code)/pictures/\(kind.rawValue).jpg"
    }
    static func answer(_ id: FoodQuestion.ID) -> String { "\(foodQuestions)/\(id)/answer" }
    static func picture(of id: FoodQuestion.ID) -> String { "\(foodQuestions)/\(id)/picture.jpg" }
    static func reference(of id: FoodQuestion.ID) -> String { "\(foodQuestions)/\(id)/reference.jpg" }
    static func undoVote(_ number: Int) -> String { "\(votes)/\(number)/undo" }
    static func foodCall(_ number: Int) -> String { "\(foodCalls)/\(number)" }
    static func label(_ id: MedicineLabel.ID) -> String { "\(labels)/\(id)" }
    /// `kind` is "display" or "thumbnail".
    static func labelPicture(_ id: MedicineLabel.ID, _ kind: String) -> String {
        "\(labels)/\(id)/pictures/\(kind).jpg"
    }
    /// A form of a label's page; `part` is "lines", "second", "ask", "explain", "remove" or "remove-photograph".
    static func label(_ id: MedicineLabel.ID, _ part: String) -> String { "\(labels)/\(id)/\(part)" }
    static func confirm(_ entry: Int, of id: MedicineLabel.ID) -> String { "\(labels)/\(id)/entries/\(entry)/confirm" }
    static func medicine(_ id: Medicine.ID) -> String { "\(medicines)/\(id)" }
    static func medicineDay(_ day: LocalDay) -> String { "\(medicines)/days/\(day)" }
    /// A form of a medicine; `part` is "edit", "plan", "take", "stock", "change" or "remove".
    static func medicine(_ id: Medicine.ID, _ part: String) -> String { "\(medicines)/\(id)/\(part)" }
    /// A form of a dose; `verb` is "taken", "skip", "undo" or "move".
    static func dose(_ dose: PlannedDose.ID, of id: Medicine.ID, _ verb: String) -> String {
        "\(medicines)/\(id)/doses/\(dose)/\(verb)"
    }
    static func undoEvent(_ number: Int, of id: Medicine.ID) -> String { "\(medicines)/\(id)/events/\(number)/undo" }
    /// The printable sheet with the medicines of one person; those without a named person if `person` is empty.
    static func medicinePrint(of person: String) -> String { "\(medicinePrint)?person=\(person.escaped)" }
    static func medicineExport(as format: MedicinesFormat) -> String {
        "\(api)/medicines/export?format=\(format.rawValue)"
    }
    static func newChore(for id: Plant.ID) -> String { "\(newChore)?plant=\(id)" }
    static func collection(as format: CollectionFormat) -> String { "\(api)/collection?format=\(format.rawValue)" }
    static func apiPhotograph(_ id: Photograph.ID) -> String { "\(api)/photographs/\(id)" }
    static func apiIdentification(_ id: Identification.ID) -> String { "\(api)/identifications/\(id)" }
    static func apiPlant(_ id: Plant.ID) -> String { "\(api)/plants/\(id)" }
    static func problem(_ code: String) -> String { "/problems/\(code)" }
}
