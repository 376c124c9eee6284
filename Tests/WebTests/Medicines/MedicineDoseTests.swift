import Calendar
import Contracts
import Doses
import Foundation
import HTTPTypes
import Household
import HummingbirdTesting
import NIOCore
import Support
import Testing

@testable import Web

@Suite("Pages of doses", .tags(.medium))
struct MedicineDoseTests {
    @Test("As-needed doses are shown with the printed limits and are never called safe")
    func asNeeded() async throws {
        try await MedicineVisit.to { visit in
            let medicine = try await visit.kept(MedicineSample.asNeeded)
            try await visit.started(medicine, ["end.0": "open"])
            #expect(try await visit.html("/medicines").contains("You have not logged it yet."))
            let back = try await visit.follow(medicine + "/take", ["clause": "0", "return": medicine])
            #expect(back == medicine + "?note=taken")
            let page = try await visit.html("/medicines")
            for words in [
                "at least 4 hours between doses", "You logged 2 tablets in the last 24 hours", "no more than 8",
            ] {
                #expect(page.contains(words), "\(words)")
            }
            #expect(!page.lowercased().contains(" safe"))
            let undo = try #require(page.firstMatch(of: /action="(\/medicines\/[^"]*\/events\/[0-9]+\/undo)"/)?.1)
            _ = try await visit.follow(String(undo))
            #expect(try await visit.html("/medicines").contains("You have not logged it yet."))
            #expect(try await visit.send(medicine + "/take", ["clause": "7"]).status == .notFound)
            #expect(try await visit.send(medicine + "/take", ["clause": "x"]).status == .badRequest)
            #expect(
                try await visit.send(medicine + "/take", ["clause": "0", "amount": "-1"]).status
                    == .unprocessableContent)
        }
    }

    @Test("A plan starts only with the doses that were shown")
    func unseen() async throws {
        try await MedicineVisit.to { visit in
            let medicine = try await visit.kept(MedicineSample.course)
            let action = medicine + "/plan"
            var asked = try MedicineVisit.fields(try await visit.html(action), action)
            asked["shown"] = nil
            let blind = try await visit.send(action, asked.merging(["do": "start"]) { $1 })
            #expect(blind.status == .ok)
            #expect(try visit.clean(blind).contains("Check the doses again"))
            let shown = try visit.clean(try await visit.send(action, asked.merging(["do": "show"]) { $1 }))
            #expect(shown.contains("21 doses in all") && shown.contains("21 of 21 capsules"))
            var form = try MedicineVisit.fields(shown, action)
            form["times.0.2"] = "20:30"
            let changed = try visit.clean(try await visit.send(action, form.merging(["do": "start"]) { $1 }))
            #expect(changed.contains("Check the doses again"))
            #expect(try await visit.household.medicines.list().allSatisfy { $0.plan == nil })
        }
    }

    @Test("A dose can be noted with another time, skipped with a reason or moved, and invalid values are refused")
    func notes() async throws {
        try await MedicineVisit.to { visit in
            let medicine = try await visit.kept(MedicineSample.course)
            try await visit.started(medicine)
            try visit.clock.set("2026-11-21T11:30:00Z")
            let page = try await visit.html("/medicines")
            let doses = page.matches(of: /action="(\/medicines\/[^"]*)\/taken"/).map { String($0.1) }
            let (first, second) = (try #require(doses.first), try #require(doses.last))
            _ = try await visit.follow(first + "/taken", ["time": "08:10"])
            _ = try await visit.follow(second + "/skip", ["reason": "Felt <sick>"])
            let noted = try await visit.html(medicine)
            #expect(noted.contains("Taken today at 08:10") && noted.contains("Skipped: Felt &lt;sick&gt;"))
            #expect(try await visit.send(first + "/taken", ["time": "nonsense"]).status == .badRequest)
            #expect(try await visit.send(first + "/eat").status == .notFound)
            let moved = doses.first { $0.contains("1200") }
            _ = try await visit.follow(try #require(moved) + "/move", ["time": "13:15"])
            #expect(try await visit.html("/medicines").contains("<time>13:15</time>"))
        }
    }
}

extension MedicineDoseTests {
    @Test("An unusual dose is noted after one confirmation, in a form that works without JavaScript")
    func unusual() async throws {
        try await MedicineVisit.to { visit in
            let medicine = try await visit.kept(MedicineSample.asNeeded)
            try await visit.started(medicine, ["end.0": "open"])
            let action = medicine + "/take"
            let answer = try await visit.send(action, ["clause": "0", "amount": "200", "return": medicine])
            let asked = try visit.clean(answer)
            #expect(answer.status == .conflict)
            for words in ["Is that right?", "200 tablets at once", "The label says 2 tablets", "Nothing is logged yet"]
            {
                #expect(asked.contains(words), "\(words)")
            }
            #expect(asked.contains("href=\"\(medicine)\"") && !asked.lowercased().contains(" safe"))
            #expect(try await visit.html(medicine).contains("You have not logged it yet."))
            var form = try MedicineVisit.fields(asked, action)
            form["sure"] = "above-dose,above-maximum"
            #expect(form["amount"] == "200" && form["clause"] == "0")
            #expect(asked.contains("value=\"above-dose,above-maximum\""))
            #expect(try await visit.follow(action, form) == medicine + "?note=taken")
            #expect(try await visit.follow(action, form) == medicine + "?note=repeat")
            #expect(try await visit.html(medicine + "?note=repeat").contains("not logged again"))
        }
    }

    @Test("The API reports the doubts that a client must confirm, and the entries that were noted")
    func unusualByAPI() async throws {
        try await MedicineVisit.to { visit in
            let medicine = try await visit.kept(MedicineSample.asNeeded)
            try await visit.started(medicine, ["end.0": "open"])
            func send(_ body: String) async throws -> (HTTPResponse.Status, [String: Any]) {
                let answer = try await visit.client.execute(
                    uri: "/api" + medicine + "/clauses/0/taken", method: .post,
                    headers: [.contentType: "application/json"], body: ByteBuffer(string: body))
                let value =
                    try JSONSerialization.jsonObject(with: Data(String(buffer: answer.body).utf8))
                    as? [String: Any]
                return (answer.status, try #require(value))
            }
            let (status, problem) = try await send(#"{"amount": 3}"#)
            #expect(status == .conflict && problem["code"] as? String == "dose-unusual")
            #expect(problem["sure"] as? [String] == ["above-dose"])
            #expect(try await send(#"{"amount": 3, "sure": ["under-gap"]}"#).0 == .conflict)
            #expect(try await send(#"{"amount": 3, "sure": ["everything"]}"#).0 == .badRequest)
            let (done, document) = try await send(#"{"amount": 3, "sure": ["above-dose"]}"#)
            #expect(done == .ok && (document["noted"] as? [Int])?.count == 1)
            #expect(try await send(#"{"amount": 3}"#).1["noted"] as? [Int] == [])
        }
    }

    @Test("Past days show missed doses, and a dose can be noted there at its own time")
    func past() async throws {
        try await MedicineVisit.to { visit in
            let medicine = try await visit.kept(MedicineSample.course)
            try await visit.started(medicine)
            try visit.clock.set("2026-11-23T11:30:00Z")
            let tab = try await visit.html("/medicines")
            #expect(tab.contains("of yesterday are not logged") && tab.contains("/medicines/days/2026-11-22"))
            let sheet = try await visit.html(medicine)
            #expect(sheet.contains("Missed doses") && sheet.contains("Sunday 22 November 2026"))
            let day = try await visit.html("/medicines/days/2026-11-22")
            #expect(day.contains("Sunday 22 November 2026") && day.contains("3 missed."))
            #expect(day.contains("/medicines/days/2026-11-21") && day.contains("/medicines/days/2026-11-23"))
            let actions = day.matches(of: /action="(\/medicines\/[^"]*\/taken)"/).map { String($0.1) }
            let action = try #require(actions.first)
            let form = try MedicineVisit.fields(day, action)
            #expect(form["day"] == "2026-11-22" && form["time"]?.count == 5)
            let back = try await visit.follow(action, form)
            #expect(back == "/medicines/days/2026-11-22?note=taken")
            let after = try await visit.html(back)
            #expect(after.contains("1 taken, 2 missed.") && after.contains("Logged as taken."))
            #expect(try await visit.get("/medicines/days/2026-02-30").status == .notFound)
            // A dose can be noted for a week.
            try visit.clock.set("2026-12-05T11:30:00Z")
            #expect(!(try await visit.html("/medicines/days/2026-11-23").contains("/taken\"")))
        }
    }
}

extension MedicineDoseTests {
    @Test("A form that was made before the dose was logged is refused, and does not undo or repeat it")
    func late() async throws {
        try await MedicineVisit.to { visit in
            let medicine = try await visit.kept(MedicineSample.course)
            try await visit.started(medicine)
            try visit.clock.set("2026-11-21T08:00:00Z")
            let page = try await visit.html("/medicines")
            let taken = String(try #require(page.firstMatch(of: /action="(\/medicines\/[^"]*\/taken)"/)?.output.1))
            #expect(try await visit.follow(taken) == "/medicines?note=taken")
            try visit.clock.set("2026-11-21T09:00:00Z")
            let age = try #require(HTTPField.Name.age)
            for verb in ["taken", "skip", "undo"] {
                let answer = try await visit.client.execute(
                    uri: taken.dropLast("taken".count) + verb, method: .post,
                    headers: [
                        .accept: "application/json", .contentType: "application/x-www-form-urlencoded", age: "7200",
                    ])
                let text = String(buffer: answer.body)
                #expect(answer.status == .conflict && text.contains("\"answered-since\""), "\(verb): \(text)")
                #expect(text.contains("Somebody logged this dose as taken on 21 Nov 2026 at 09:00."), "\(text)")
            }
            #expect(try await visit.html("/medicines").contains("dose-taken"))
        }
    }

    @Test("The doctor's sheet has absolute dates and missed doses, for each person")
    func printed() async throws {
        try await MedicineVisit.to { visit in
            let medicine = try await visit.kept(MedicineSample.course)
            try await visit.started(medicine)
            let id = Medicine.ID(rawValue: String(medicine.dropFirst("/medicines/".count)))
            let dose = try #require(try await visit.household.medicines.medicineDay().lines.first).dose
            try await visit.household.medicines.note(.taken(at: nil, amount: nil), dose: dose.dose.id, of: id)
            try visit.clock.set("2026-11-23T11:30:00Z")
            let page = try await visit.html("/medicines/print")
            for words in [
                "21 Nov 2026, ", "Missed: not logged", "Taken: 1.", "Missed: ", "data-print hidden",
                "Printed on 23 November 2026 at 12:30", "24 October 2026 to 23 November 2026",
            ] {
                #expect(page.contains(words), "\(words)")
            }
            let sheet = try #require(page.firstMatch(of: /(?s)<header class="opening">.*<\/section>/)?.0)
            for words in ["today", "yesterday"] { #expect(!sheet.contains(words), "\(words)") }
            #expect(try await visit.html("/medicines/print?person=Robin").contains("There are no medicines yet."))
        }
    }

    @Test("A medicine can be paused, resumed, ended, counted, put away and, in two steps, removed")
    func sheet() async throws {
        try await MedicineVisit.to { visit in
            let medicine = try await visit.kept(MedicineSample.course)
            try await visit.started(medicine)
            for (action, words) in [
                ("pause", "Paused"), ("resume", "The plan continues"), ("end", "Ended"),
                ("reopen", "The end is undone."),
            ] {
                let next = try await visit.follow(medicine + "/change", ["do": action])
                #expect(try await visit.html(next).contains(words), "\(action)")
            }
            #expect(try await visit.send(medicine + "/change", ["do": "dance"]).status == .badRequest)
            #expect(try await visit.send(medicine + "/change", ["do": "resume"]).status == .unprocessableContent)
            _ = try await visit.follow(medicine + "/stock", ["counted": "12"])
            #expect(try await visit.html(medicine).contains("12 capsules left"))
            #expect(try await visit.send(medicine + "/stock", ["counted": "-3"]).status == .unprocessableContent)
            _ = try await visit.follow(medicine + "/change", ["do": "put-away"])
            #expect(try await visit.html("/medicines").contains("Archived"))
            #expect(try await visit.follow(medicine + "/remove").contains("not-sure"))
            #expect(try await visit.follow(medicine + "/remove", ["sure": "yes"]) == "/medicines?note=removed")
            #expect(try await visit.get(medicine).status == .notFound)
        }
    }
}

extension MedicineDoseTests {
    @Test("Today shows the doses of the day in a few lines")
    func today() async throws {
        try await MedicineVisit.to { visit in
            #expect(!(String(buffer: try await visit.get("/").body)).contains("Doses today"))
            try await visit.started(try await visit.kept(MedicineSample.course))
            let today = String(buffer: try await visit.get("/").body)
            #expect(
                today.contains("Doses today") && today.contains("Amoxicillin 500 mg")
                    && today.contains("href=\"/medicines\""))
            let button = /action="\/medicines\/[^"]+\/taken"><input type="hidden" name="return" value="\/">/
            #expect(today.firstMatch(of: button) != nil, "a dose is logged on Today")
            #expect(today.firstMatch(of: /Taken<span class="vh">: Amoxicillin[^<]*, [0-9:]{5}<\/span>/) != nil)
            #expect(String(buffer: try await visit.get("/?note=taken").body).contains("Logged as taken."))
            // Each button names its medicine and time.
            let page = try await visit.html("/medicines")
            for words in ["Log dose", "Skip dose", "Move dose"] {
                #expect(page.contains("\(words)<span class=\"vh\">: Amoxicillin"), "\(words)")
                #expect(!page.contains("\(words)</button>"), "\(words)")
            }
        }
    }

    @Test(
        "The times of a plan are read from the form in order, and invalid fields are ignored",
        arguments: [
            (["times.0.1": "18:00", "times.0.0": "08:00"], true), (["times.0.0": "25:00"], false),
            (["times.-1.0": "08:00"], false),
            (["times.x.0": "08:00"], false), (["end.0": "day"], false), (["nonsense": "1"], false),
        ])
    func answers(form: [String: String], isTaken: Bool) throws {
        let answers = DosePlanForm.answers(form, zone: .utc)
        #expect((answers != DosePlan.Answers()) == isTaken)
        if isTaken { #expect(answers.times[0]?.map(\.description) == ["08:00", "18:00"]) }
        #expect(DosePlanForm.wereShown(answers, in: ["shown": DosePlanForm.text(answers)]))
        #expect(
            !DosePlanForm.wereShown(answers, in: ["shown": "{\"times\":"]) && !DosePlanForm.wereShown(answers, in: [:]))
    }
}
