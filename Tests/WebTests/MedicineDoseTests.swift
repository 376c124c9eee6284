import Agenda
import Contracts
import Foundation
import HTTPTypes
import Household
import HummingbirdTesting
import Medicines
import NIOCore
import Support
import Testing

@testable import Web

@Suite("Doses on the pages", .tags(.medium))
struct MedicineDoseTests {
    @Test("tell what was noted beside what is printed, and never call anything safe")
    func asNeeded() async throws {
        try await MedicineVisit.to { visit in
            let medicine = try await visit.kept(MedicineSample.asNeeded)
            try await visit.started(medicine, ["end.0": "open"])
            #expect(try await visit.html("/medicines").contains("You have not noted it yet."))
            let back = try await visit.follow(medicine + "/take", ["clause": "0", "return": medicine])
            #expect(back == medicine + "?note=taken")
            let page = try await visit.html("/medicines")
            for words in [
                "at least 4 hours between doses", "You noted 2 tablets in the last 24 hours", "no more than 8",
            ] {
                #expect(page.contains(words), "\(words)")
            }
            #expect(!page.lowercased().contains(" safe"))
            let undo = try #require(page.firstMatch(of: /action="(\/medicines\/[^"]*\/events\/[0-9]+\/undo)"/)?.1)
            _ = try await visit.follow(String(undo))
            #expect(try await visit.html("/medicines").contains("You have not noted it yet."))
            #expect(try await visit.send(medicine + "/take", ["clause": "7"]).status == .notFound)
            #expect(try await visit.send(medicine + "/take", ["clause": "x"]).status == .badRequest)
            #expect(
                try await visit.send(medicine + "/take", ["clause": "0", "amount": "-1"]).status
                    == .unprocessableContent)
        }
    }

    @Test("start only doses that were shown")
    func unseen() async throws {
        try await MedicineVisit.to { visit in
            let medicine = try await visit.kept(MedicineSample.course)
            let action = medicine + "/plan"
            let asked = try MedicineVisit.fields(try await visit.html(action), action)
            let blind = try await visit.send(action, asked.merging(["do": "start"]) { $1 })
            #expect(blind.status == .ok)
            #expect(try visit.clean(blind).contains("Look at the doses once more"))
            let shown = try visit.clean(try await visit.send(action, asked.merging(["do": "show"]) { $1 }))
            #expect(shown.contains("21 doses in all") && shown.contains("21 of 21 capsules"))
            var form = try MedicineVisit.fields(shown, action)
            form["times.0.2"] = "20:30"
            let changed = try visit.clean(try await visit.send(action, form.merging(["do": "start"]) { $1 }))
            #expect(changed.contains("Look at the doses once more"))
            #expect(try await visit.household.medicines().allSatisfy { $0.plan == nil })
        }
    }

    @Test("note another time, a reason and a move, and refuse what cannot be")
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

    @Test("pause, go on, end, count, put away and remove a medicine, the last in two steps")
    func sheet() async throws {
        try await MedicineVisit.to { visit in
            let medicine = try await visit.kept(MedicineSample.course)
            try await visit.started(medicine)
            for (wish, words) in [
                ("pause", "Paused"), ("resume", "Going on"), ("end", "Ended"), ("reopen", "taken back"),
            ] {
                let next = try await visit.follow(medicine + "/change", ["do": wish])
                #expect(try await visit.html(next).contains(words), "\(wish)")
            }
            #expect(try await visit.send(medicine + "/change", ["do": "dance"]).status == .badRequest)
            #expect(try await visit.send(medicine + "/change", ["do": "resume"]).status == .unprocessableContent)
            _ = try await visit.follow(medicine + "/stock", ["counted": "12"])
            #expect(try await visit.html(medicine).contains("12 capsules left"))
            #expect(try await visit.send(medicine + "/stock", ["counted": "-3"]).status == .unprocessableContent)
            _ = try await visit.follow(medicine + "/change", ["do": "put-away"])
            #expect(try await visit.html("/medicines").contains("Put away"))
            #expect(try await visit.follow(medicine + "/remove").contains("not-sure"))
            #expect(try await visit.follow(medicine + "/remove", ["sure": "yes"]) == "/medicines?note=removed")
            #expect(try await visit.get(medicine).status == .notFound)
        }
    }

    @Test("stand on Today in a few lines")
    func today() async throws {
        try await MedicineVisit.to { visit in
            #expect(!(String(buffer: try await visit.get("/").body)).contains("Doses today"))
            try await visit.started(try await visit.kept(MedicineSample.course))
            let today = String(buffer: try await visit.get("/").body)
            #expect(
                today.contains("Doses today") && today.contains("Amoxicillin 500 mg")
                    && today.contains("href=\"/medicines\""))
        }
    }

    @Test(
        "come from a form as they were typed",
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
