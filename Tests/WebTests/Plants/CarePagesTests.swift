import Contracts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Plants
import Recognition
import Support
import Testing

@testable import Web

/// The pages of care and chores, used by a browser without JavaScript. The clock is set to 15 January 2027.
@Suite("Pages of care and chores", .tags(.medium))
struct CarePagesTests {
    private let page: HTTPFields = [.accept: "text/html", .contentType: "application/x-www-form-urlencoded"]

    private func visiting(
        _ household: Household = .drawn(), _ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        let server = try WebServer(
            household, settings: .init(version: "test"), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await Application(router: server.router()).test(.router, body)
    }

    private func html(_ client: any TestClientProtocol, _ uri: String) async throws -> String {
        let response = try await client.execute(uri: uri, method: .get, headers: page)
        #expect(response.status == .ok, "\(uri)")
        let html = String(buffer: response.body)
        #expect(!html.contains(" style=") && !html.contains("{{"), "\(uri)")
        return html
    }

    private func send(_ client: any TestClientProtocol, _ uri: String, _ form: String = "") async throws -> TestResponse
    {
        try await client.execute(uri: uri, method: .post, headers: page, body: ByteBuffer(string: form))
    }

    private func monstera(_ client: any TestClientProtocol) async throws -> String {
        let added = try await send(client, "/plants/new", "name=Monty&species=monstera+deliciosa&room=Hall")
        #expect(added.status == .seeOther)
        let sheet = try #require(added.headers[.location])
        return String(sheet.prefix { $0 != "?" })
    }

    /// The address and the day in the first form with that action on a chore.
    private func form(_ verb: String, in html: String) throws -> (action: String, due: String) {
        let action = try #require(html.firstMatch(of: try Regex("\"(/chores/[^\"]+/\(verb))\"")))
        let due = try #require(html.firstMatch(of: /name="due" value="([0-9-]+)"/))
        return (String(try #require(action.output[1].substring)), String(due.1))
    }

    @Test("The pages of a new household invite the person to add the first plant")
    func firstUse() async throws {
        try await visiting { client in
            let today = try await html(client, "/")
            #expect(today.contains("Friday 15 January") && today.contains("No tasks today"))
            #expect(today.contains("No plants yet") && !today.contains("Mark all due as watered"))
            #expect(try await html(client, "/agenda").contains("No tasks yet"))
            #expect(try await html(client, "/plants").contains("No plants yet"))
        }
    }

    @Test("Today shows a chore, logs it once and undoes it")
    func doneOnce() async throws {
        try await visiting { client in
            let sheet = try await monstera(client)
            let today = try await html(client, "/")
            for words in [
                "1 task today", "Monty", "Hall", "Where do your plants live?", "medium-moist species",
            ] {
                #expect(today.contains(words), "\(words)")
            }
            let (action, due) = try form("done", in: today)
            let done = try await send(client, action, "due=\(due)&back=%2F")
            #expect(done.status == .seeOther && done.headers[.location] == "/?did=1")
            let again = try await send(client, action, "due=\(due)&back=%2F")
            #expect(again.headers[.location] == "/?did=none")
            let page = try await html(client, "/?did=1")
            #expect(page.contains("Watered: Monty.") && page.contains("No tasks today"))
            #expect(try await html(client, "/?did=none").contains("already done, skipped or snoozed"))
            let undone = try await send(client, "/log/undo", "entries=1&back=\(sheet)%23history")
            #expect(undone.headers[.location] == "\(sheet)?undone=1#history")
            #expect(try await html(client, "/").contains("1 task today"))
            #expect(try await html(client, sheet).contains(", undone"))
        }
    }
}

extension CarePagesTests {
    @Test("A chore can be snoozed and skipped, and all due waterings can be logged together")
    func others() async throws {
        try await visiting { client in
            _ = try await monstera(client)
            let today = try await html(client, "/")
            let (action, due) = try form("snooze", in: today)
            #expect(try await send(client, action, "due=\(due)&length=3d").headers[.location] == "/?did=1")
            #expect(try await html(client, "/?did=1").contains("until 18 January at 08:00"))
            #expect(try await send(client, action, "length=never").status.code == 422)
            // A snoozed chore is not due, so nothing is logged.
            let none = try await send(client, "/agenda/water-all", "back=%2Fagenda")
            #expect(none.headers[.location] == "/agenda?did=none")
            _ = try await send(client, "/log/undo", "entries=1")
            let all = try await send(client, "/agenda/water-all", "back=%2Fagenda")
            #expect(all.headers[.location] == "/agenda?did=2")
            let skip = try form("skip", in: try await html(client, "/agenda"))
            #expect(try await send(client, skip.action, "due=\(skip.due)").headers[.location] == "/?did=3")
            #expect(try await html(client, "/?did=3").contains("Watering skipped"))
        }
    }

    @Test("An agenda address far in the future shows the next days, and invalid entry lists are refused")
    func faraway() async throws {
        try await visiting { client in
            _ = try await monstera(client)
            for address in ["/agenda?from=2199-12-31", "/agenda?from=0001-01-01", "/agenda/month?month=9999-12"] {
                #expect(try await client.execute(uri: address, method: .get).status == .ok, "\(address)")
            }
            #expect(try await html(client, "/agenda?from=2199-12-31").contains("Monty"))
            for list in ["5,9223372036854775807", "9223372036854775806-9223372036854775807", "1-10001"] {
                #expect(try await client.execute(uri: "/?did=\(list)", method: .get).status == .ok, "\(list)")
                #expect(try await send(client, "/log/undo", "entries=\(list)").status.code >= 400, "\(list)")
            }
            #expect(try await send(client, "/log/undo", "%ff%fe").status == .badRequest)
        }
    }

    @Test("A form leads back only to pages of this site")
    func elsewhere() async throws {
        try await visiting { client in
            _ = try await monstera(client)
            let (action, due) = try form("done", in: try await html(client, "/"))
            let sent = try await send(client, action, "due=\(due)&back=%2F%2Fevil.example%2F")
            #expect(sent.headers[.location] == "/?did=1")
        }
    }

    @Test("The agenda is shown as a list and as a month")
    func agenda() async throws {
        try await visiting { client in
            _ = try await monstera(client)
            let list = try await html(client, "/agenda")
            #expect(list.contains("Today, Friday 15 January") && list.contains("aria-current=\"true\">All"))
            #expect(try await html(client, "/agenda?show=overdue").contains("No matching tasks"))
            #expect(!(try await html(client, "/agenda?show=watering&room=Kitchen")).contains("Monty"))
            let month = try await html(client, "/agenda/month?month=2027-01")
            for words in ["January 2027", "15 January, today, 1 task", "December", "February", "Monty"] {
                #expect(month.contains(words), "\(words)")
            }
            #expect(try await html(client, "/agenda/month?month=9999-99&day=x").contains("January 2027"))
        }
    }

    @Test("A person can add their own chore, and missing values are reported at their fields")
    func quickAdd() async throws {
        try await visiting { client in
            let sheet = try await monstera(client)
            let refused = try await send(client, "/agenda/new", "kind=own&title=&repeats=days&days=0")
            let form = String(buffer: refused.body)
            #expect(refused.status.code == 422 && form.contains("aria-invalid") && form.contains("1 to 3660"))
            let id = sheet.replacing("/plants/", with: "")
            let added = try await send(
                client, "/agenda/new", "kind=own&title=Wipe+%3Cleaves%3E&plant=\(id)&repeats=days&days=30")
            #expect(added.headers[.location] == "\(sheet)?note=chore-added")
            let plant = try await html(client, sheet)
            #expect(plant.contains("Wipe &lt;leaves&gt;") && plant.contains("Every 30 days"))
        }
    }
}

extension CarePagesTests {
    @Test("The page of a plant without photographs shows its care, its year and its chores")
    func sheet() async throws {
        try await visiting { client in
            let sheet = try await monstera(client)
            let plant = try await html(client, sheet)
            for words in [
                "Monty", "Monstera deliciosa", "Hall", "Poisonous", "calcium oxalate", "18 to 28 °C", "Its species",
                "Year ring of care, today 15 January 2027", "General advice, not a promise", "Watering",
                "More useful tasks", "A person of the household entered the name.", "No entries yet.",
            ] {
                #expect(plant.contains(words), "\(words)")
            }
            let unknown = try await send(client, "/plants/new", "name=Mystery")
            let mystery = try await html(client, try #require(unknown.headers[.location]))
            #expect(mystery.contains("General care is used, because Stillroom does not know which plant this is."))
        }
    }

    @Test("A plant is changed by forms, and a refused form keeps the typed values")
    func changes() async throws {
        try await visiting { client in
            let sheet = try await monstera(client)
            for (part, form, note) in [
                ("name", "name=Monty&species=Echeveria+elegans", "renamed"),
                ("place", "room=Study&place=indoor&pot=14&material=clay&spot=bright&season=1", "placed"),
                ("care", "watering-interval=5&tile=water", "overruled"), ("notes", "text=One%0Atwo", "noted"),
                ("notes/1/remove", "", "note-removed"), ("learning", "", "forgotten"),
                ("archive", "reason=given-away", "archived"), ("unarchive", "", "brought-back"),
            ] {
                let sent = try await send(client, "\(sheet)/\(part)", form)
                #expect(sent.headers[.location]?.hasPrefix("\(sheet)?note=\(note)") == true, "\(part)")
                if part == "archive" {
                    #expect(try await html(client, sheet).contains("Given away on 15 January 2027."))
                    #expect(try await html(client, "/plants?archived=yes").contains("Monty"))
                    #expect(try await html(client, "/plants").contains("No active plants"))
                }
            }
            let plant = try await html(client, sheet)
            #expect(
                plant.contains("Study, indoors, 14 cm clay pot, sunny, with midday sun")
                    && plant.contains("Every 5 days"))
            for (part, form, words) in [
                ("place", "pot=900", "The pot width must be 1 to 200 cm."), ("care", "light=99", "from 0 to 10"),
                ("name", "name=", "A plant needs a name"), ("notes", "text=", "A note must have 1 to"),
            ] {
                let refused = try await send(client, "\(sheet)/\(part)", form)
                #expect(refused.status.code == 422 && String(buffer: refused.body).contains(words), "\(part)")
            }
            let removed = try #require(try await send(client, "\(sheet)/remove").headers[.location])
            #expect(removed == "/plants?note=removed&plant=\(sheet.split(separator: "/").last ?? "")")
            #expect(try await html(client, "/agenda").contains("No tasks yet"))
            let offer = try await html(client, removed)
            #expect(offer.contains(" was removed.") && offer.contains("Recently removed (1)"))
            #expect(offer.contains("You can restore it until 22 January 2027."))
            #expect(offer.contains("action=\"\(sheet)/restore\""))
            for _ in 0..<2 {
                #expect(try await send(client, "\(sheet)/restore").headers[.location] == "\(sheet)?note=restored")
            }
            #expect(try await html(client, sheet).contains("Every 5 days"))
            let collection = try await html(client, removed)
            #expect(!collection.contains(" was removed.") && !collection.contains("Recently removed"))
            let unknown = try await send(client, "/plants/018f0000-0000-7000-8000-000000000000/restore")
            #expect(unknown.status == .notFound)
        }
    }

    @Test("A plant is archived only with a reason that the person chose")
    func archiveReason() async throws {
        try await visiting { client in
            let sheet = try await monstera(client)
            let page = try await html(client, sheet)
            #expect(page.contains("required><option value=\"\">Choose a reason</option>"))
            #expect(!page.contains("selected>Died"))
            for form in ["", "reason=", "reason=eaten"] {
                let refused = try await send(client, "\(sheet)/archive", form)
                #expect(refused.status.code == 422, "\(form)")
                #expect(String(buffer: refused.body).contains("The plant is not archived. Choose a reason."), "\(form)")
            }
            #expect(try await html(client, "/plants").contains("Monty"))
        }
    }
}

extension CarePagesTests {
    @Test("Chores can be switched off and on, and a suggested chore is added once")
    func schedule() async throws {
        try await visiting { client in
            let sheet = try await monstera(client)
            let (state, _) = try form("standing", in: try await html(client, sheet))
            #expect(try await send(client, state, "back=\(sheet)").headers[.location] == sheet)
            #expect(try await html(client, sheet).contains("Switched off"))
            #expect(try await html(client, "/").contains("No tasks today"))
            _ = try await send(client, state, "on=1&back=\(sheet)")
            #expect(try await html(client, "/").contains("1 task today"))
            for _ in 0..<2 {
                let added = try await send(client, "\(sheet)/chores", "kind=rotation")
                #expect(added.headers[.location] == "\(sheet)?note=chore-added&show=tasks#schedule")
            }
            #expect(try await html(client, sheet).matches(of: /Switch off<span class="vh"> Turning/).count == 1)
            #expect(try await send(client, "\(sheet)/chores", "kind=x").status.code == 422)
        }
    }

    @Test("A photograph can be added to a plant, and a file that is not a picture is refused")
    func photograph() async throws {
        try await visiting { client in
            let sheet = try await monstera(client)
            let photo: HTTPFields = [.accept: "text/html"]
            let sent = try await client.execute(
                uri: "\(sheet)/photographs", method: .post, headers: photo, body: ByteBuffer(string: "photo of it"))
            #expect(sent.headers[.location] == "\(sheet)?note=photographed#photographs")
            #expect(try await html(client, sheet).contains("Monty, photo 1"))
            let refused = try await client.execute(
                uri: "\(sheet)/photographs", method: .post, headers: photo, body: ByteBuffer(string: "text"))
            #expect(refused.status.code == 415 && String(buffer: refused.body).contains("This is not a picture."))
        }
    }

    @Test("A photograph can be removed from a plant, also twice")
    func removedPhotograph() async throws {
        try await visiting { client in
            let sheet = try await monstera(client)
            _ = try await client.execute(
                uri: "\(sheet)/photographs", method: .post, headers: [.accept: "text/html"],
                body: ByteBuffer(string: "photo of it"))
            let page = try await html(client, sheet)
            let form = #/action="(\/plants\/[^"]+\/photographs\/[^"]+\/remove)"/#
            let action = String(try #require(page.firstMatch(of: form)?.1))
            for _ in 0..<2 {
                let sent = try await send(client, action, "")
                #expect(sent.headers[.location] == "\(sheet)?note=photo-removed#photographs")
            }
            let rest = try await html(client, sheet + "?note=photo-removed")
            #expect(!rest.contains(action) && rest.contains("The photo is removed."))
            #expect(try await send(client, action.replacing(sheet, with: "/plants/nobody"), "").status == .notFound)
            let again = try await client.execute(
                uri: "/api" + action.replacing("/remove", with: ""), method: .delete)
            #expect(again.status == .notFound)
        }
    }
}

extension CarePagesTests {
    @Test("The settings pages accept the home, a holiday and an imported list of plants")
    func settings() async throws {
        try await visiting { client in
            let saved = try await send(
                client, "/settings/home",
                "home.zone=Pacific%2FAuckland&home.latitude=&home.place=&home.units=imperial&agenda.time=07%3A30")
            #expect(saved.headers[.location] == "/settings/home?note=home-saved")
            let settings = try await html(client, "/settings/home?note=home-saved")
            #expect(settings.contains("Saved. Plans and agenda are updated."))
            #expect(settings.contains("value=\"-36.9\"") && settings.contains("value=\"07:30\""))
            #expect(settings.contains("by the clock of Pacific/Auckland"))
            let wrong = try await send(client, "/settings/home", "home.latitude=200&agenda.time=07%3A30")
            #expect(wrong.status.code == 422 && String(buffer: wrong.body).contains("value=\"200\""))

            _ = try await monstera(client)
            let away = try await send(client, "/settings/pause", "first=2027-01-10&last=2027-01-20")
            #expect(away.headers[.location] == "/settings/pause?note=away")
            #expect(
                try await html(client, "/settings").contains("You are away from 10 January 2027 to 20 January 2027."))
            let today = try await html(client, "/")
            #expect(today.contains("You are away until Wednesday 20 January") && !today.contains("Overdue"))
            #expect(try await send(client, "/settings/pause", "end=1&back=%2F").headers[.location] == "/")
            #expect(try await send(client, "/settings/pause", "first=2027-02-10&last=2027-01-20").status.code == 422)

            let list =
                "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x.csv\"\r\n\r\nname\nFern\n\r\n--b--\r\n"
            let imported = try await client.execute(
                uri: "/settings/collection", method: .post,
                headers: [.accept: "text/html", .contentType: "multipart/form-data; boundary=b"],
                body: ByteBuffer(string: list))
            #expect(imported.headers[.location] == "/settings/collection?note=imported&added=1&passed=0&general=1")
            #expect(try await html(client, "/plants").contains("Fern"))
            #expect(try await send(client, "/settings/collection", "").status.code == 422)
        }
    }

    @Test("The settings page reports that Trefle refuses the token")
    func refusedToken() async throws {
        let service = CareService.reporting { _, _ in
            throw CareService.Failure(HouseholdError(.serviceKeyRefused, "Trefle does not take the token."))
        }
        let household = Household.drawn(careServices: .drawn(service: service))
        try await visiting(household) { client in
            for address in ["/settings", "/settings/trefle"] {
                #expect(try await html(client, address).contains("Trefle refuses") == false)
            }
            _ = try await monstera(client)
            #expect(try await household.planning.studyNext() == false)
            #expect(try await html(client, "/settings").contains("Trefle refuses the token"))
            let page = try await html(client, "/settings/trefle")
            #expect(page.contains("Trefle refuses the token in "))
            #expect(page.contains("Copy it again from trefle.io"))
        }
    }

    @Test("If the household has pets, the page of a poisonous plant warns of it")
    func pets() async throws {
        try await visiting { client in
            let plant = try await monstera(client)
            #expect(try await html(client, plant).contains("note pets") == false)
            _ = try await send(client, "/settings/home", "home.pets=cat%2C+dog&home.units=metric&agenda.time=07%3A30")
            #expect(try await html(client, "/settings/home").contains("value=\"cat, dog\""))
            let page = try await html(client, plant)
            #expect(page.contains("poisonous to pets. Keep it out of reach of your cat and dog."))
        }
    }

    @Test("Settings that are given at the start of the server are disabled on the settings page")
    func held() async throws {
        let careServices = CareServices.drawn(given: [.zone: "Europe/Vienna", .latitude: "48.2"])
        try await visiting(.drawn(careServices: careServices)) { client in
            let settings = try await html(client, "/settings/home")
            #expect(settings.contains("data-zone disabled") && settings.contains("set in the server configuration"))
            let saved = try await send(client, "/settings/home", "agenda.time=07%3A30&home.units=metric")
            #expect(saved.status == .seeOther)
        }
    }
}
