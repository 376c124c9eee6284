import Accounts
import Agenda
import Contracts
import Doses
import Household
import Larder
import Plants
import Recognition
import Reminders
import Support
import Testing

@Suite("Verbs that ask for the permission themselves", .tags(.small))
struct ActingPersonTests {
    private struct Verb {
        let name: String
        let needs: Permission
        let call: (Household) async throws -> Void

        init(_ name: String, _ needs: Permission, _ call: @escaping (Household) async throws -> Void) {
            self.name = name
            self.needs = needs
            self.call = call
        }
    }

    /// An identifier of nothing.
    private static func none<Subject>() throws -> Identifier<Subject> { try #require(Identifier<Subject>("none")) }

    private static func none() -> Chore.ID { Chore.ID(rawValue: "none") }
    private static func none() -> Medicine.ID { Medicine.ID(rawValue: "none") }

    private static var plants: [Verb] {
        [
            Verb("add a plant", .change) { _ = try await $0.collection.add("Rose", taxon: nil) },
            Verb("rename", .change) { try await $0.collection.rename(none(), to: "Rose") },
            Verb("change", .change) { _ = try await $0.collection.change(none()) { _ in } },
            Verb("forget", .change) { try await $0.collection.forgetLearning(of: none()) },
            Verb("archive", .change) { try await $0.collection.archive(none(), because: .died) },
            Verb("unarchive", .change) { try await $0.collection.unarchive(none()) },
            Verb("remove", .change) { _ = try await $0.collection.remove(none()) },
            Verb("restore", .change) { _ = try await $0.collection.restore(none()) },
            Verb("add a photograph", .photograph) {
                let photograph: Photograph.ID = try none()
                try await $0.collection.add(photograph, to: none())
            },
            Verb("remove a photograph", .change) { try await $0.collection.remove(none(), from: none()) },
            Verb("write a note", .change) { _ = try await $0.collection.addNote("New leaf", to: none()) },
            Verb("remove a note", .change) { try await $0.collection.removeNote(1, of: none()) },
            Verb("confirm", .change) {
                _ = try await $0.collection.confirm(none(), as: .noneOfThese(name: nil, taxon: nil))
            },
            Verb("export", .export) { _ = try await $0.collection.export(as: .json) },
            Verb("import", .change) { _ = try await $0.collection.importCollection([], as: .csv) },
            Verb("add to the own plant", .change) { try await $0.ownPlants.add(none(), to: none()) },
            Verb("identify", .photograph) { _ = try await $0.identifications.identify([[1]]) },
            Verb("identify again", .photograph) { _ = try await $0.identifications.recognise([none()]) },
            Verb("another angle", .photograph) {
                _ = try await $0.identifications.recognise(anotherAngleOf: none(), [1])
            },
            Verb("a second opinion", .photograph) { _ = try await $0.identifications.askService(about: none()) },
            Verb("stop waiting", .change) { try await $0.identifications.stopWaiting(none()) },
            Verb("clear the cache", .settings) { _ = try await $0.identifications.clearCache(onlyExpired: false) },
            Verb("keep the key of Pl@ntNet", .keys) { try $0.identifications.keepKey(nil) },
            Verb("keep the key of Trefle", .keys) { try await $0.planning.keepCareKey(nil) },
        ]
    }

    private static var agenda: [Verb] {
        [
            Verb("done", .change) { _ = try await $0.agenda.done([none()]) },
            Verb("skip", .change) { _ = try await $0.agenda.skip(none()) },
            Verb("snooze", .change) { _ = try await $0.agenda.snooze(none(), .untilTomorrow) },
            Verb("water all", .change) { _ = try await $0.agenda.waterAllDue() },
            Verb("undo", .change) { try await $0.agenda.undo([1]) },
            Verb("add a task", .change) { _ = try await $0.agenda.addChore(.watering, recurrence: .once) },
            Verb("switch a task off", .change) { try await $0.agenda.set(none(), isOff: true) },
            Verb("the note of a task", .change) { try await $0.agenda.set(note: "Rain", of: none()) },
            Verb("a holiday", .change) { try await $0.settings.pause(nil) },
            Verb("settings of identification", .settings) { try await $0.settings.choose([Policy.Setting: String]()) },
            Verb("change a channel", .change) { try await $0.reminders(for: .machine).change(channel: none()) },
            Verb("remove a channel", .change) { try await $0.reminders(for: .machine).remove(channel: none()) },
            Verb("test a channel", .change) { try await $0.reminders(for: .machine).test(channel: none()) },
            Verb("add a calendar", .change) { _ = try await $0.reminders(for: .machine).addFeed(named: "Ada") },
            Verb("remove a calendar", .change) { try await $0.reminders(for: .machine).revokeFeed(none()) },
            Verb("send a notice again", .change) { try await $0.reminders(for: .machine).retry(1) },
            Verb("dismiss failed notices", .change) { try await $0.reminders(for: .machine).dismissDead() },
            Verb("dismiss an alert", .change) { try await $0.reminders(for: .machine).dismissAlert(1) },
        ]
    }

    private static var larder: [Verb] {
        [
            Verb("look up", .change) { _ = try await $0.larder.lookUp("5010477348678") },
            Verb("remove a product", .change) { try await $0.larder.removeFromLarder("5010477348678") },
            Verb("answer", .change) { _ = try await $0.larder.answer(none(), .yes) },
            Verb("undo an answer", .change) { _ = try await $0.larder.undo(vote: 1) },
            Verb("log in", .keys) { try await $0.larder.logIn(name: "ada", password: "word") },
            Verb("log out", .keys) { try await $0.larder.logOut() },
            Verb("another device", .keys) { try await $0.larder.resetDevice() },
            Verb("add stock", .change) { _ = try await $0.stock.add(.init(name: "Flour")) },
            Verb("change stock", .change) { _ = try await $0.stock.change(none()) { _ in } },
            Verb("open", .change) { _ = try await $0.stock.open(none()) },
            Verb("use up", .change) { _ = try await $0.stock.useUp(none()) },
            Verb("put back", .change) { _ = try await $0.stock.putBack(none()) },
            Verb("remove stock", .change) { try await $0.stock.remove(none()) },
            Verb("buy", .change) { _ = try await $0.stock.buy("Flour") },
            Verb("buy again", .change) {
                let item: StockItem.ID = try none()
                _ = try await $0.stock.buy(item)
            },
            Verb("tick", .change) { _ = try await $0.stock.tick(none(), true) },
            Verb("remove a line", .change) { try await $0.stock.removeShopping(none()) },
            Verb("remove the ticked lines", .change) { _ = try await $0.stock.clearShopping() },
        ]
    }

    private static var medicines: [Verb] {
        [
            Verb("take a label", .changeMedicines) {
                _ = try await $0.medicines(for: .machine).takeLabel(text: "Aspirin")
            },
            Verb("photograph a label", .changeMedicines) { _ = try await $0.medicines(for: .machine).takeLabel([1]) },
            Verb("correct a label", .changeMedicines) {
                _ = try await $0.medicines(for: .machine).correct(none(), lines: [:])
            },
            Verb("remove a label", .changeMedicines) { try await $0.medicines(for: .machine).removeLabel(none()) },
            Verb("remove its picture", .changeMedicines) {
                try await $0.medicines(for: .machine).removePhotograph(of: none())
            },
            Verb("ask the second reader", .changeMedicines) {
                _ = try await $0.medicines(for: .machine).askSecondReader(about: none(), isAgreed: true)
            },
            Verb("log a dose", .changeMedicines) {
                _ = try await $0.medicines(for: .machine).note(
                    .taken(at: nil, amount: nil), dose: .init(rawValue: "none"), of: none())
            },
            Verb("take as needed", .changeMedicines) {
                _ = try await $0.medicines(for: .machine).take(asNeeded: 0, of: none())
            },
            Verb("undo a dose", .changeMedicines) {
                _ = try await $0.medicines(for: .machine).undo(entry: 1, of: none())
            },
            Verb("count", .changeMedicines) { _ = try await $0.medicines(for: .machine).stock(of: none(), counted: 1) },
            Verb("change a plan", .changeMedicines) { _ = try await $0.medicines(for: .machine).change(none(), .end) },
            Verb("remove a medicine", .changeMedicines) {
                try await $0.medicines(for: .machine).removeMedicine(none())
            },
            Verb("remove all medicines", .changeMedicines) { try await $0.medicines(for: .machine).forgetMedicines() },
            Verb("share", .changeMedicines) {
                try await $0.medicines(for: .person(none())).share(with: none(), reminds: true)
            },
            Verb("end a share", .changeMedicines) {
                try await $0.medicines(for: .person(none())).endShare(.given, none())
            },
            Verb("move", .changeMedicines) {
                try await $0.medicines(for: .person(none())).move(none(), to: .household)
            },
        ]
    }

    @Test("A verb refuses a person without its permission, and no other caller")
    func doors() async throws {
        for verb in Self.plants + Self.agenda + Self.larder + Self.medicines {
            let without = Set(Permission.allCases).subtracting([verb.needs])
            for (permissions, isRefused) in [(without, true), ([verb.needs], false), (nil, false)]
                as [(Set<Permission>?, Bool)]
            {
                // A household of its own, because some verbs succeed.
                let household = Household.drawn()
                var code: HouseholdError.Code?
                do {
                    try await ActingPerson.$permissions.withValue(permissions) { try await verb.call(household) }
                } catch let error as HouseholdError { code = error.code } catch {}
                #expect((code == .notPermitted) == isRefused, "\(verb.name)")
            }
        }
    }

    @Test("Settings of the home are chosen with the permission to change, or with that for settings")
    func home() async throws {
        let household = Household.drawn()
        for permission in Permission.allCases {
            let mayChoose = [.change, .settings].contains(permission)
            var isRefused = false
            do {
                try await ActingPerson.$permissions.withValue([permission]) {
                    try await household.settings.choose([.zone: "Europe/Vienna"])
                }
            } catch let error as HouseholdError { isRefused = error.code == .notPermitted }
            #expect(isRefused == !mayChoose, "\(permission)")
        }
    }
}
