import Calendar
import Contracts
import Directions
import Foundation
import HTTPTypes
import Household
import HummingbirdTesting
import Labels
import NIOCore
import Support
import Testing

@testable import Web

@Suite("Questions about a label, and medicine settings", .tags(.medium))
struct MedicineAskTests {
    private static let reply =
        #"{"sections":[{"kind":"warnings","sentences":[{"text":"<b>Take</b> 900 mg at once.","source_ids":["L2"],"from_label":true},"#
        + #"{"text":"Read the leaflet in the packet as well.","source_ids":[],"from_label":false}]}],"cannot_answer":false}"#

    @Test("A question is answered from the lines of the label or referred to a professional")
    func own() async throws {
        try await MedicineVisit.to { visit in
            let label = try await visit.follow("/medicines/type", ["text": MedicineSample.course])
            let own = try visit.clean(try await visit.send(label + "/ask", ["question": "How often do I take it?"]))
            #expect(own.contains("href=\"\(label)#line-2\""))
            let refer = try visit.clean(
                try await visit.send(label + "/ask", ["question": "Can I drink <wine> with it?"]))
            #expect(refer.contains("not for this page to say") && refer.contains("&lt;wine&gt;"))
            let open = try visit.clean(
                try await visit.send(label + "/ask", ["question": "Is the capsule blue or green?"]))
            #expect(open.contains("cannot be answered from your label"))
            #expect(try await visit.send(label + "/ask", ["question": "  "]).status == .unprocessableContent)
        }
    }

    @Test("An emergency is answered first, with phone numbers, for any label")
    func emergency() async throws {
        try await MedicineVisit.to { visit in
            let question = ["question": "I took too many and cannot breathe"]
            let page = try visit.clean(try await visit.send("/medicines/labels/gone/ask", question))
            #expect(page.contains("class=\"emergency\"") && page.contains("#region"))
            #expect(page.contains("Call 112 (Austria)") && page.contains("href=\"tel:112\""))
            try await visit.household.settings.choose([.medicineRegion: "us"])
            let us = try visit.clean(try await visit.send("/medicines/labels/gone/ask", question))
            #expect(us.contains("href=\"tel:911\"") && us.contains("href=\"tel:1-800-222-1222\""))
        }
    }

    @Test("A model gets only the shown prompt after consent, and its answer is escaped")
    func model() async throws {
        let talker = Talker(.success(Self.reply))
        try await MedicineVisit.to(explainer: talker.service(isOwn: false)) { visit in
            try await visit.household.settings.choose([.medicineExplainer: "true"])
            let label = try await visit.follow("/medicines/type", ["text": MedicineSample.course])
            #expect(!(try await visit.html(label)).contains("Ask the model to explain"))
            let early = try await visit.send(label + "/ask", ["question": "Is the capsule blue or green?"])
            #expect(try visit.clean(early).contains("when a medicine of this label is confirmed"))
            let confirm = label + "/entries/0/confirm"
            let page = try await visit.html(confirm)
            let form = try MedicineVisit.fields(page, confirm).merging(MedicineVisit.boxes(page)) { $1 }
            _ = try await visit.follow(confirm, form.merging(["do": "keep"]) { $1 })
            #expect(try await visit.html(label).contains("Ask the model to explain"))
            let question = ["question": "Is the capsule blue or green?"]
            let asking = try visit.clean(try await visit.send(label + "/ask", question))
            #expect(asking.contains("Text that is sent") && asking.contains("&lt;&lt;&lt;DATA"))
            #expect(talker.asked.isEmpty)
            let agreed = try MedicineVisit.fields(asking, label + "/ask")
            let answer = try visit.clean(try await visit.send(label + "/ask", agreed))
            #expect(talker.asked.count == 1)
            #expect(answer.contains("General information, not from your label") && answer.contains("left out"))
            #expect(!answer.contains("900 mg"))
            let explain = try visit.clean(try await visit.send(label + "/explain"))
            #expect(talker.asked.count == 1 && explain.contains("Text that is sent"))
        }
    }

    @Test("A photograph is sent to a second reader only with consent for this photograph")
    func second() async throws {
        let read = MedicineSample.text(
            "Amoxicillin 500 mg capsules\nTake 1 capsule by mouth daily", reader: .googleVision)
        let service = TextService(name: "Reader", host: "reader.test", isOwn: false) { _ in read }
        try await MedicineVisit.to(second: service) { visit in
            let label = try #require(try await visit.photograph().headers[.location])
            #expect(!(try await visit.html(label)).contains("reader.test"))
            try await visit.household.settings.choose([.medicineSecondReader: "true"])
            #expect(try await visit.html(label).contains("<b>reader.test</b>"))
            let without = try await visit.send(label + "/second")
            #expect(without.status == .conflict)
            #expect(try visit.clean(without).contains("Your consent is needed"))
            #expect(try await visit.follow(label + "/second", ["agreed": "true"]) == label + "?note=second")
            #expect(try await visit.html(label).contains("Read by the second reader"))
        }
    }

    @Test("Medicine settings are stored, given ones are disabled, and deleting everything takes two steps")
    func settings() async throws {
        try await MedicineVisit.to(given: [.medicineKeepDays: "10"]) { visit in
            let page = try await visit.html("/medicines/settings")
            #expect(page.contains("set in the server configuration") && page.contains("value=\"10\""))
            #expect(page.contains("No model is set up"))
            let form = [
                "medicines.region": "uk", "medicines.morning": "07:30", "medicines.noon": "12:00",
                "medicines.evening": "18:00", "medicines.bedtime": "22:00", "medicines.refill-days": "5",
            ]
            #expect(try await visit.follow("/medicines/settings", form).hasSuffix("?note=saved"))
            let home = try await visit.household.settings.home()
            #expect(home.medicines.region == "uk" && home.medicines.morning.description.hasPrefix("07:30"))
            let wrong = try await visit.send(
                "/medicines/settings", form.merging(["medicines.refill-days": "999"]) { $1 })
            #expect(wrong.status == .unprocessableContent)
            #expect(try visit.clean(wrong).contains("value=\"999\""))
            _ = try await visit.kept(MedicineSample.course)
            #expect(try await visit.follow("/medicines/forget").contains("not-sure"))
            #expect(try await visit.household.medicines.list().count == 1)
            #expect(try await visit.follow("/medicines/forget", ["sure": "yes"]) == "/medicines?note=forgotten")
            #expect(try await visit.household.medicines.list().isEmpty)
        }
    }

    @Test(
        "Frequencies of directions are written in words",
        arguments: [
            (Direction.Frequency(count: 1, period: 1, periodUnit: .day), "once a day"),
            (Direction.Frequency(count: 3, period: 1, periodUnit: .day), "3 times a day"),
            (Direction.Frequency(count: 1, period: 4, periodMax: 6, periodUnit: .hour), "every 4 to 6 hours"),
            (Direction.Frequency(count: 1, period: 1, periodUnit: .hour), "every hour"),
            (Direction.Frequency(count: nil, countMax: 3, period: 1, periodUnit: .day), "up to 3 times a day"),
            (Direction.Frequency(count: 2, countMax: 3, period: 2, periodUnit: .week), "2 to 3 times every 2 weeks"),
        ])
    func words(frequency: Direction.Frequency, words: String) {
        var clause = Direction(.first)
        clause.frequency = frequency
        #expect(Wording.words(.frequency, of: clause) == words)
    }
}
