import Accounts
import Calendar
import Contracts
import Doses
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import NIOCore
import Recognition
import Support
import Testing

@testable import Web

@Suite("Routes of medicines that belong to another person", .tags(.medium), .timeLimit(.minutes(2)))
struct PrivateRouteTests {
    /// Ada has a medicine with a plan and a logged dose, a label with a photograph, a channel, a calendar and an alert.
    private struct People {
        let house: AccountHouse
        let (ada, ben): (String, String)
        let adaID, benID: Account.ID
        /// The values of the parameters of Ada's addresses, by the word before them.
        let values: [String: String]

        var cabinet: MedicineCabinet { house.household.medicines(for: .person(adaID)) }

        init() async throws {
            let text = MedicineSample.text(MedicineSample.course)
            house = try AccountHouse(
                labelServices: LabelServices(
                    reader: LabelScanner(read: { _ in text }, strip: { $0 }), names: { MedicineSample.names }))
            ada = try await house.owned().cookie
            let owner = try #require(try await house.person(ada))
            ben = try await house.joined("Ben", as: .member, invitedBy: owner)
            adaID = owner.account.id
            benID = try #require(try await house.person(ben)).account.id
            let household = house.household
            try await household.settings.choose([.zone: "Europe/Vienna"])
            let medicines = household.medicines(for: .person(adaID))
            let reminders = household.reminders(for: .person(adaID))
            let form = MedicineForm(
                name: "Amoxicillin", strength: "500 mg", form: "capsule", sig: "Take 1 capsule by mouth twice daily")
            let kept = try await medicines.keep(
                form,
                confirmed: Set(DosePlan.Confirmations.needed(for: try medicines.reading(of: form).medicine)), from: nil)
            var answers = DosePlan.Answers()
            let times = try ["08:00", "20:00"].map { try #require(LocalTime($0)) }
            answers.times[0] = times
            answers.ends[0] = .open
            answers.starts[0] = DosePoint(try #require(LocalDay("2026-11-21")), try #require(times.first))
            try await medicines.startPlan(of: kept.id, answers: answers)
            let label = try await medicines.takeLabel(Array("photo".utf8))
            let channel = try await reminders.add(.drawn(.ntfy), named: "Adaphone")
            let feed = try await reminders.addFeed(named: "Adacalendar").feed
            try house.clock.set("2026-11-21T21:00:00Z")
            _ = try await household.reminders(for: .machine).reconcileReminders()
            let line = try #require(try await medicines.medicineDay().lines.first)
            let entry = try #require(
                try await medicines.note(.skipped(reason: nil), dose: line.dose.dose.id, of: kept.id).first)
            let notice = try #require(try await reminders.pendingNotices().first)
            values = [
                "medicines": kept.id.rawValue, "labels": label.id.rawValue, "entries": "0",
                "doses": line.dose.dose.id.rawValue,
                "doses/": "taken", "events": "\(entry.number)", "log": "\(entry.number)", "clauses": "0",
                "pictures": "thumbnail.jpg", "plan": "pause", "photographs": try #require(label.photograph).rawValue,
                "photographs/": "thumbnail.jpg", "channels": channel.id.rawValue, "feeds": feed.id.rawValue,
                "notices": "\(notice.number)", "reminders": "\(notice.number)", "alerts": "\(notice.number)",
                "shares": adaID.rawValue,
            ]
        }

        /// Returns the cookie of a new session.
        func fresh(_ name: String) async throws -> String {
            let session = try await house.household.accounts.signIn(
                name: name, passphrase: AccountHouse.passphrase, on: AccountHouse.phone)
            return "\(SessionCookie.name)=\(session.secret.text)"
        }

        /// An address of the route: Ada's, or one with unknown identifiers of the same form.
        func address(_ route: Route, isKnown: Bool) -> String? {
            var (path, word, count) = ("", "", 0)
            for part in route.parts {
                guard part.hasPrefix("{") else {
                    (word, count) = (String(part), 0)
                    path += "/\(part)"
                    continue
                }
                let name = word + String(repeating: "/", count: count)
                guard let value = values[name] else { return nil }
                count += 1
                let isNumber = ["events", "log", "notices", "reminders", "alerts"].contains(name)
                let isName = ["medicines", "labels", "photographs", "channels", "feeds", "shares"].contains(name)
                path += "/" + (isKnown || !(isNumber || isName) ? value : isNumber ? "987654" : "unknown")
            }
            return path
        }
    }

    /// The first parts of routes with identifiers of medicines, labels, doses, photographs, channels, calendars, notices.
    private static let areas = [
        "/medicines/", "/api/medicines/", "/api/labels/", "/photographs/", "/api/photographs/", "/settings/channels/",
        "/settings/feeds/", "/settings/notices/", "/api/channels/", "/api/feeds/", "/api/reminders/", "/api/alerts/",
    ]

    private static let bodies: [(type: String, text: String)] = [
        ("application/x-www-form-urlencoded", "sure=yes&do=pause&to=everyone&counted=3&clause=0&question=Why&line.0=X"),
        (
            "application/json",
            #"{"name": "X", "directions": "Take 1 capsule daily", "confirmed": [], "lines": {"0": "X"}, "question": "W"}"#
        ),
        ("application/json", #"{"isOn": false, "start": true, "agreed": true}"#),
    ]

    @Test("Every address with the identifier of another person's row answers exactly as an unknown one, on every verb")
    func table() async throws {
        let people = try await People()
        let medicine = try await people.cabinet.list()
        try await people.house.visiting { visit in
            func send(_ route: Route, _ address: String, _ body: (type: String, text: String)) async throws -> String {
                let method = try #require(HTTPRequest.Method(route.method))
                var lines: [String] = []
                for accept in ["text/html", "application/json"] {
                    var headers: HTTPFields = [.accept: accept, .cookie: people.ben]
                    if method != .get { headers[.contentType] = body.type }
                    let answer = try await visit.client.execute(
                        uri: address, method: method, headers: headers,
                        body: method == .get ? nil : ByteBuffer(string: body.text))
                    lines.append("\(answer.status.code) \(answer.headers[.location] ?? "") \(answer.text)")
                }
                return lines.joined(separator: "\n")
            }
            var count = 0
            for route in try Route.all().sorted() where Self.areas.contains(where: { route.path.hasPrefix($0) }) {
                guard route.path.contains("{"), !route.path.contains("{day}") else { continue }
                let known = try #require(people.address(route, isKnown: true), "\(route)")
                let unknown = try #require(people.address(route, isKnown: false), "\(route)")
                for body in route.method == "GET" ? [Self.bodies[0]] : Self.bodies {
                    var (one, two) = (try await send(route, known, body), try await send(route, unknown, body))
                    for value in people.values.values where value.count > 8 {
                        one.replace(value, with: "unknown")
                        two.replace(value, with: "unknown")
                    }
                    let numbers = Set(["events", "notices"].compactMap { people.values[$0] })
                    // Not the beginning of another word: the checksum in the addresses of assets can begin with it.
                    for number in numbers {
                        one.replace(try Regex("/\(number)(?![0-9A-Za-z])"), with: "/N")
                    }
                    two.replace("/987654", with: "/N")
                    #expect(one == two, "\(route)")
                    #expect(!one.contains("Amoxicillin") && !two.contains("Amoxicillin"), "\(route)")
                }
                count += 1
            }
            #expect(count > 60)
            // The lists and the pages without identifiers.
            for address in [
                Site.medicines, Site.today, Site.agenda, Site.API.medicines + "?all=true", Site.API.labels,
                Site.API.doses,
                Site.API.medicineExport, Site.API.medicineExport + "?format=csv", Site.medicinePrint, Site.API.alerts,
                Site.API.reminders, Site.API.channels, Site.API.feeds, Site.settingsReminders, Site.API.state,
                Site.medicineDay(try #require(LocalDay("2026-11-21"))), Site.medicineShares,
            ] {
                let page = try await visit.get(address, cookie: people.ben, accept: "*/*")
                #expect(page.status == .ok, "\(address)")
                for trace in ["Amoxicillin", "Adaphone", "Adacalendar", people.values["medicines"] ?? "?"] {
                    #expect(!page.text.contains(trace), "\(trace) at \(address)")
                }
            }
        }
        // Nothing was changed by any of these requests.
        #expect(try await people.cabinet.list() == medicine)
        #expect(try await people.cabinet.labels().count == 1)
        let id = try #require(medicine.first).id
        #expect(try await people.cabinet.doseLog(of: id).entries.count == 1)
        let reminders = people.house.household.reminders(for: .person(people.adaID))
        #expect(try await reminders.channels().filter(\.isOn).count == 2)
        #expect(try await reminders.feeds().count == 1)
    }

    @Test("A member shares medicines on a page, the other logs a dose there, and the share ends")
    func shares() async throws {
        let people = try await People()
        let medicine = "/medicines/\(try #require(people.values["medicines"]))"
        try await people.house.visiting { visit in
            #expect(try await visit.get(medicine, cookie: people.ben).status == .notFound)
            let page = try await visit.get(Site.medicineShares, cookie: people.ada).text
            #expect(page.contains("Ben") && page.contains("Sees none of your medicines."))
            let form: KeyValuePairs = ["person": people.benID.rawValue, "reminds": "yes"]
            let old = try await visit.post(Site.medicineShares, form, cookie: people.ada)
            #expect(old.headers[.location] == Site.confirmPerson.with(["return": Site.medicineShares]))
            #expect(try await visit.get(medicine, cookie: people.ben).status == .notFound)
            let share = try await visit.post(Site.medicineShares, form, cookie: try await people.fresh("Ada"))
            #expect(share.headers[.location] == Site.medicineShares + "?note=shared")
            #expect(try await visit.get(Site.medicineShares, cookie: people.ada).text.contains("gets their reminders"))
            let list = try await visit.get(Site.medicines, cookie: people.ben).text
            #expect(list.contains("Amoxicillin") && list.contains("Ada’s") && !list.contains("Yours"))
            #expect(!list.contains("Medicines of the household"))
            let sheet = try await visit.get(medicine, cookie: people.ben).text
            #expect(sheet.contains("Ada shares it with you.") && !sheet.contains("/remove") && !sheet.contains("/edit"))
            let dose = medicine + "/doses/\(try #require(people.values["doses"]))/undo"
            #expect(try await visit.post(dose, cookie: people.ben).status == .seeOther)
            for verb in ["remove", "change", "stock", "plan", "belongs"] {
                let answer = try await visit.post(
                    "\(medicine)/\(verb)", ["sure": "yes", "do": "start", "counted": "3", "to": "everyone"],
                    cookie: people.ben, accept: "application/json")
                #expect([.forbidden, .badRequest, .ok].contains(answer.status), "\(verb)")
            }
            let export = try await visit.get(Site.API.medicineExport, cookie: people.ben, accept: "*/*").text
            #expect(!export.contains("Amoxicillin"))
            // A member without a share cannot end it, and an unknown person cannot be given one.
            #expect(
                try await visit.post(
                    Site.medicineShares, ["person": "unknown"], cookie: try await people.fresh("Ben")
                ).status == .notFound)
            #expect(try await visit.post(Site.leaveMedicineShare(people.adaID), cookie: people.ben).status == .seeOther)
            #expect(try await visit.get(medicine, cookie: people.ben).status == .notFound)
            #expect(try await visit.post(Site.endMedicineShare(people.benID), cookie: people.ada).status == .notFound)
        }
        #expect(try await people.cabinet.list().count == 1)
    }

    @Test("The owner reads what is removed with an account before removing it")
    func removal() async throws {
        let people = try await People()
        _ = try await people.house.household.medicines(for: .person(people.benID)).takeLabel(text: "Ibuprofen 200 mg")
        try await people.house.visiting { visit in
            let page = try await visit.get(Site.people, cookie: people.ada).text
            #expect(page.contains("Removed with the account: 1 label, and the log of their doses."))
        }
    }

    @Test("A token without the scope for medicines gets no number of doses that are due")
    func token() async throws {
        let people = try await People()
        let ada = try #require(try await people.house.person(people.fresh("Ada")))
        let reader = try await people.house.token([.read], by: ada).secret.text
        let both = try await people.house.token([.read, .medicines], by: ada).secret.text
        try await people.house.visiting { visit in
            #expect(try await visit.ask(Site.API.state, token: reader).text.contains("\"alerts\":0"))
            #expect(try await !visit.ask(Site.API.state, token: both).text.contains("\"alerts\":0"))
            let picture = "/photographs/\(try #require(people.values["photographs"]))/thumbnail.jpg"
            #expect(try await visit.ask(picture, token: reader).status == .notFound)
            #expect(try await visit.get(picture, cookie: people.ada).status == .ok)
        }
    }
}
