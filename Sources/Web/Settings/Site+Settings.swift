import Plants

extension Site {
    static let about = "/about"
    /// The plants that the model knows.
    static let modelLabels = "/about/plants"
    static let settings = "/settings"
    static let settingsPlantNet = "/settings/plantnet"
    static let settingsFloras = "/settings/plantnet/floras"
    static let settingsKey = "/settings/key"
    static let settingsAnswers = "/settings/answers"
    static let settingsCache = "/settings/cache"
    static let settingsHome = "/settings/home"
    static let settingsPause = "/settings/pause"
    static let settingsTrefle = "/settings/trefle"
    static let settingsBackup = "/settings/backup"
    static let settingsCollection = "/settings/collection"
}

extension Site.API {
    static let state = "/api/state"
    static let quota = "/api/quota"
    static let projects = "/api/projects"
    static let cache = "/api/cache"
    static let waiting = "/api/waiting"
    static let waitingOne = Address<Identification.ID>("/api/waiting/:id")
    static let settings = "/api/settings"
}
