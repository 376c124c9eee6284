import Agenda
import Household
import Plants
import Recognition

extension Site {
    static let today = "/"
    static let agenda = "/agenda"
    static let month = "/agenda/month"
    static let newChore = "/agenda/new"
    static let departure = "/agenda/before-you-leave"
    static let pastDay = "/agenda/day"
    static let waterAll = "/agenda/water-all"
    static let undo = "/log/undo"
    /// The folder of the chores' addresses.
    static let chores = "/chores"
    static let choreDone = Address<Chore.ID>("/chores/:id/done")
    static let choreSkip = Address<Chore.ID>("/chores/:id/skip")
    static let choreSnooze = Address<Chore.ID>("/chores/:id/snooze")
    static let choreState = Address<Chore.ID>("/chores/:id/standing")
    static let choreNote = Address<Chore.ID>("/chores/:id/note")

    static func newChore(for id: Plant.ID) -> String { newChore.with(["plant": id.rawValue]) }
}

extension Site.API {
    static let agenda = "/api/agenda"
    static let waterAll = "/api/agenda/water-all"
    static let pastDay = "/api/agenda/day"
    static let pause = "/api/pause"
    static let departure = "/api/pause/before-you-leave"
    static let chores = "/api/chores"
    static let chore = Address<Chore.ID>("/api/chores/:id")
    static let choreDone = chore.appending("done")
    static let choreSkip = chore.appending("skip")
    static let choreSnooze = chore.appending("snooze")
    static let log = "/api/log"
    static let undo = "/api/log/undo"
}
