import Accounts
import HTTPTypes

/// What a request needs as soon as the household has an owner.
enum Access: Equatable {
    /// No session.
    case open
    /// A session of any person.
    case session
    /// A session of a person whose role has this permission.
    case permission(Permission)

    /// The addresses that begin with `path`, and what reading and changing them needs. A parameter in the path is any
    /// part.
    struct Area {
        let path: String
        let reading: Access
        let changing: Access

        init(_ path: String, _ reading: Access, _ changing: Access) {
            self.path = path
            self.reading = reading
            self.changing = changing
        }

        init(_ path: String, _ permission: Permission) {
            self.init(path, .permission(permission), .permission(permission))
        }

        init(_ path: String, _ reading: Permission, _ changing: Permission) {
            self.init(path, .permission(reading), .permission(changing))
        }

        static func open(_ path: String) -> Area { Area(path, .open, .open) }
        static func session(_ path: String) -> Area { Area(path, .session, .session) }
    }

    /// Returns what the route needs. `route` is its pattern: "/plants/{id}/notes". The most specific area decides.
    /// Returns nil if no area contains the route; such a request is refused.
    init?(to route: String, _ method: HTTPRequest.Method) {
        let parts = Self.parts(route)
        let matches = Self.table.filter { area in
            area.parts.count <= parts.count && zip(area.parts, parts).allSatisfy { $0 == $1 }
                // The start page contains no other address.
                && (!area.parts.isEmpty || parts.isEmpty)
        }
        guard let area = matches.max(by: { $0.parts.count < $1.parts.count })?.area else { return nil }
        self = [.get, .head, .options].contains(method) ? area.reading : area.changing
    }

    /// Returns what an address needs; its query and fragment do not count. Nil if no area contains it.
    init?(at address: String, _ method: HTTPRequest.Method) {
        let path = address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").map(String.init)
        let matches = Self.table.filter { area in
            area.parts.count <= path.count && zip(area.parts, path).allSatisfy { $0 == "*" || $0 == $1 }
                && (!area.parts.isEmpty || path.isEmpty)
        }
        // The most specific area decides; of two with as many parts, the one with fewer parameters.
        func rank(_ parts: [String]) -> Int { parts.count * 100 - parts.count { $0 == "*" } }
        guard let area = matches.max(by: { rank($0.parts) < rank($1.parts) })?.area else { return nil }
        self = [.get, .head, .options].contains(method) ? area.reading : area.changing
    }

    private static let table = areas.map { (area: $0, parts: parts($0.path)) }

    /// The parts of a path, with the same text for each parameter.
    static func parts(_ path: String) -> [String] {
        path.split(separator: "/").map { part in
            part.hasPrefix(":") || part.hasPrefix("{") || part == "**" ? "*" : String(part)
        }
    }

    /// Every area of the site. AccessTests checks that each route of the server is in one of them.
    static let areas: [Area] =
        unguarded + house + plants + larder + medicines + reminders + settings + accounts + guests

    private static let unguarded: [Area] = [
        .open(Site.signIn), .open(Site.signOut), .open(Site.recovery), .open(Site.setup.pattern),
        .open(Site.invitation.pattern), .open(Site.reset.pattern), .open(Site.asset.pattern), .open(Site.manifest),
        .open(Site.serviceWorker), .open(Site.offline), .open(Site.outbox), .open(Site.favicon), .open(Site.live),
        .open(Site.ready),
        // It describes every server of this release, and contains nothing of the household.
        .open(Site.openAPI),
        // The path itself contains a secret.
        .open(Site.link.pattern), .open(Site.calendar.pattern), .open(Site.guest.pattern),
    ]

    private static let house: [Area] = [
        Area(Site.today, .read, .change), Area(Site.agenda, .read, .change), Area(Site.chores, .change),
        // Pages that are only a form.
        Area(Site.newChore, .change), Area(Site.departure, .change), Area(Site.pastDay, .change),
        Area(Site.undo, .change), Area(Site.about, .read), Area(Site.problem.pattern, .read),
        .session(Site.mcp),
        Area(Site.metrics, .settings),
        Area(Site.API.agenda, .read, .change), Area(Site.API.chores, .read, .change),
        Area(Site.API.log, .read, .change), Area(Site.API.pause, .read, .change), Area(Site.API.state, .read),
    ]

    private static let plants: [Area] = [
        Area(Site.photograph, .photograph), Area(Site.share, .photograph), Area(Site.photographs, .read, .photograph),
        Area(Site.identifications, .read, .photograph), Area(Site.keep.pattern, .read, .change),
        Area(Site.noneOfThese.pattern, .read, .change),
        Area(Site.ownPlant.pattern, .read, .change),
        // The question may be that of another person.
        Area(Site.stopWaiting.pattern, .read, .change),
        Area(Site.plants, .read, .change), Area(Site.newPlant, .change),
        Area(Site.plantPhotographs.pattern, .read, .photograph),
        // Who may only add photographs removes none.
        Area(Site.removePlantPhotograph.pattern, .change), Area(Site.API.plantPhotograph.pattern, .change),
        Area(Site.API.photographs, .read, .photograph), Area(Site.API.identifications, .read, .photograph),
        Area(Site.API.identifiedPlant.pattern, .read, .change), Area(Site.API.model, .read),
        Area(Site.API.plants, .read, .change), Area(Site.API.plantPhotographs.pattern, .read, .photograph),
        Area(Site.API.removedPlants, .read),
        Area(Site.API.rooms, .read), Area(Site.API.care, .read), Area(Site.API.species, .read),
        Area(Site.API.collection, .export, .change),
    ]

    private static let larder: [Area] = [
        Area(Site.larder, .read, .change), Area(Site.foodAccount, .keys),
        Area(Site.game, .change), Area(Site.robotoff, .change), Area(Site.foodDate, .change), Area(Site.diet, .change),
        Area(Site.foodAccountAnswers, .read, .change),
        Area(Site.API.larder, .read, .change), Area(Site.API.barcodes, .read),
        Area(Site.API.foodDates, .read, .change),
        Area(Site.API.products, .read, .change), Area(Site.API.questions, .read, .change),
        Area(Site.API.stock, .read, .change), Area(Site.API.shopping, .read, .change),
        Area(Site.API.votes, .read, .change), Area(Site.API.foodAccount, .keys),
        Area(Site.API.resetFoodDevice, .keys), Area(Site.API.foodCalls, .read),
    ]

    private static let medicines: [Area] = [
        Area(Site.medicines, .readMedicines, .changeMedicines),
        Area(Site.medicineSettings, .readMedicines, .settings), Area(Site.medicineExport, .export),
        Area(Site.API.directions, .readMedicines), Area(Site.API.labels, .readMedicines, .changeMedicines),
        Area(Site.API.medicines, .readMedicines, .changeMedicines), Area(Site.API.medicineExport, .export),
        Area(Site.API.doses, .readMedicines),
    ]

    private static let reminders: [Area] = [
        Area(Site.settingsReminders, .change, .settings), Area(Site.settingsChannels, .change),
        Area(Site.settingsFeeds, .change), Area(Site.settingsNotices, .change),
        Area(Site.API.reminders, .change), Area(Site.API.alerts, .change), Area(Site.API.pushKey, .change),
        Area(Site.API.channels, .change), Area(Site.API.feeds, .change),
    ]

    private static let settings: [Area] = [
        // These pages lead a person without this permission to the own account.
        Area(Site.settings, .session, .permission(.settings)),
        Area(Site.settingsHome, .session, .permission(.settings)),
        Area(Site.settingsPlantNet, .session, .permission(.settings)),
        Area(Site.settingsAnswers, .settings), Area(Site.settingsKey, .keys), Area(Site.settingsTrefle, .keys),
        Area(Site.settingsPause, .change),
        Area(Site.settingsBackup, .settings), Area(Site.settingsRestore, .settings),
        Area(Site.settingsCollection, .change), Area(Site.network, .settings), Area(Site.welcome, .settings),
        Area(Site.API.network, .settings),
        Area(Site.API.settings, .settings), Area(Site.API.quota, .read), Area(Site.API.projects, .read, .change),
        Area(Site.API.cache, .read, .settings), Area(Site.API.waiting, .read, .change),
    ]

    private static let accounts: [Area] = [.session(Site.account), .session(Site.language), Area(Site.people, .people)]

    /// The links for guests. A guest can do less with one than a person who may make it.
    private static let guests: [Area] = [Area(Site.guestLinks, .change)]
}
