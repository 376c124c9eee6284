import Household
import Recognition

extension Settings {
    /// One setting, as in Docs/settings.md; a test compares them.
    struct Key: CaseIterable, Hashable {
        let name: String
        /// The spelling of an earlier release, which the settings file may still use; removed after the next release.
        let earlierName: String?

        static let dataDirectory = Key(name: "data-dir", earlierName: "dataDir")
        static let cacheDirectory = Key(name: "cache-dir", earlierName: "cacheDir")
        static let host = Key(name: "server.host")
        static let port = Key(name: "server.port")
        static let readyFile = Key(name: "server.ready-file", earlierName: "server.readyFile")
        static let connections = Key(name: "server.connections")
        static let model = Key(name: "model.name")
        static let precision = Key(name: "model.precision")
        static let threads = Key(name: "model.threads")
        static let modelTimeLimit = Key(name: "model.time-limit", earlierName: "model.timeLimit")
        static let pictureWorkers = Key(name: "pictures.workers")
        static let pictureTimeLimit = Key(name: "pictures.time-limit", earlierName: "pictures.timeLimit")
        static let likelyAbove = Key(name: "recognition.likely-above", earlierName: "recognition.likelyAbove")
        static let doubtfulBelow = Key(
            name: "recognition.doubtful-below", earlierName: "recognition.doubtfulBelow")
        static let strategy = Key(.strategy)
        static let threshold = Key(.threshold)
        static let inquiryTimeLimit = Key(name: "inquiry.time-limit")
        static let plantNetAddress = Key(name: "plantnet.base-url")
        /// Environment only: other processes can see a flag, and a settings file is copied to other places.
        static let plantNetKey = Key(name: "plantnet.api-key")
        static let plantNetKeyFile = Key(name: "plantnet.api-key-file")
        static let project = Key(.project)
        static let language = Key(.language)
        static let dailyBudget = Key(.dailyBudget)
        static let cacheDays = Key(.cacheDays)
        static let cacheEntries = Key(.cacheEntries)
        static let matchesLookalikes = Key(.matchesLookalikes)
        static let zone = Key(.zone)
        static let latitude = Key(.latitude)
        static let place = Key(.place)
        static let units = Key(.units)
        static let pets = Key(.pets)
        static let preferredTime = Key(.preferredTime)
        static let groupsWaterings = Key(.groupsWaterings)
        static let followsSeason = Key(.followsSeason)
        static let reminds = Key(.reminds)
        static let groupsReminders = Key(.groupsReminders)
        static let advanceDays = Key(.advanceDays)
        static let doseAdvance = Key(.doseAdvance)
        static let quietFrom = Key(.quietFrom)
        static let quietTo = Key(.quietTo)
        static let hasSound = Key(.hasSound)
        static let hidesMedicines = Key(.hidesMedicines)
        static let larderLanguage = Key(.larderLanguage)
        static let larderCountry = Key(.larderCountry)
        static let larderQuestions = Key(.larderQuestions)
        static let dietAllergens = Key(.dietAllergens)
        static let dietTraces = Key(.dietTraces)
        static let dietWishes = Key(.dietWishes)
        static let dietIngredients = Key(.dietIngredients)
        static let foodAddress = Key(name: "openfoodfacts.base-url")
        static let robotoffAddress = Key(name: "robotoff.base-url")
        static let foodContact = Key(name: "openfoodfacts.contact")
        static let medicineKeepDays = Key(.medicineKeepDays)
        static let medicineSecondReader = Key(.medicineSecondReader)
        static let medicineExplainer = Key(.medicineExplainer)
        static let medicineRegion = Key(.medicineRegion)
        static let medicineMorning = Key(.medicineMorning)
        static let medicineNoon = Key(.medicineNoon)
        static let medicineEvening = Key(.medicineEvening)
        static let medicineBedtime = Key(.medicineBedtime)
        static let medicineRefillDays = Key(.medicineRefillDays)
        static let visionAddress = Key(name: "google-vision.base-url")
        /// Environment only, as Pl@ntNet's key.
        static let visionKey = Key(name: "google-vision.api-key")
        static let visionKeyFile = Key(name: "google-vision.api-key-file")
        static let visionDailyLimit = Key(name: "google-vision.daily-limit")
        static let chatAddress = Key(name: "chat.base-url")
        static let chatModel = Key(name: "chat.model")
        /// Environment only, as Pl@ntNet's key.
        static let chatKey = Key(name: "chat.api-key")
        static let chatKeyFile = Key(name: "chat.api-key-file")
        static let chatTokens = Key(name: "chat.max-tokens")
        static let chatTemperature = Key(name: "chat.temperature")
        static let chatDailyLimit = Key(name: "chat.daily-limit")
        static let leaseSeconds = Key(name: "reminders.lease-seconds")
        static let publicAddress = Key(name: "server.public-url")
        static let pushContact = Key(name: "push.contact")
        static let pushServices = Key(name: "push.services")
        static let trefleAddress = Key(name: "trefle.base-url")
        /// Environment only, as Pl@ntNet's key.
        static let trefleToken = Key(name: "trefle.token")
        static let trefleTokenFile = Key(name: "trefle.token-file")
        static let trefleRate = Key(name: "trefle.requests-per-minute")
        static let logLevel = Key(name: "log.level")
        static let now = Key(name: "now")

        static let allCases: [Key] = [
            .dataDirectory, .cacheDirectory, .host, .port, .readyFile, .connections, .model, .precision, .threads,
            .modelTimeLimit, .pictureWorkers, .pictureTimeLimit, .likelyAbove, .doubtfulBelow, .strategy, .threshold,
            .inquiryTimeLimit, .plantNetAddress,
            .plantNetKey, .plantNetKeyFile, .project, .language, .dailyBudget, .cacheDays, .cacheEntries,
            .matchesLookalikes, .zone, .latitude, .place, .units, .pets, .preferredTime, .groupsWaterings,
            .followsSeason,
            .reminds, .groupsReminders, .advanceDays, .doseAdvance, .quietFrom, .quietTo, .hasSound, .hidesMedicines,
            .leaseSeconds, .publicAddress, .pushContact, .pushServices, .larderLanguage, .larderCountry,
            .larderQuestions, .dietAllergens, .dietTraces, .dietWishes, .dietIngredients, .foodAddress,
            .robotoffAddress, .foodContact, .medicineKeepDays, .medicineSecondReader, .medicineExplainer,
            .medicineRegion, .medicineMorning, .medicineNoon, .medicineEvening, .medicineBedtime, .medicineRefillDays,
            .visionAddress, .visionKey, .visionKeyFile, .visionDailyLimit, .chatAddress, .chatModel, .chatKey,
            .chatKeyFile, .chatTokens, .chatTemperature, .chatDailyLimit,
            .trefleAddress, .trefleToken, .trefleTokenFile, .trefleRate, .logLevel, .now,
        ]

        init(name: String, earlierName: String? = nil) {
            self.name = name
            self.earlierName = earlierName
        }

        init(_ setting: Policy.Setting) {
            self.init(name: setting.rawValue)
        }

        init(_ setting: Home.Setting) {
            self.init(name: setting.rawValue)
        }

        /// The environment variable: `server.ready-file` → `STILLROOM_SERVER_READY_FILE`.
        var environmentName: String {
            "STILLROOM_" + name.uppercased().replacing(/[.-]/, with: "_")
        }
    }
}
