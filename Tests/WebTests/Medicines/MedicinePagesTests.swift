import Contracts
import Foundation
import HTTPTypes
import Household
import HummingbirdTesting
import NIOCore
import Recognition
import Support
import Testing

@testable import Web

@Suite("Pages of medicines", .tags(.medium))
struct MedicinePagesTests {
    @Test("An empty cabinet is explained, and its pages load the medicines' module and no other page does")
    func empty() async throws {
        try await MedicineVisit.to { visit in
            let page = try await visit.html("/medicines")
            for words in [
                "Photograph a label", "capture=\"environment\"", "Type what the label says", "/medicines.js\"",
            ] {
                #expect(page.contains(words), "\(words)")
            }
            #expect(!(String(buffer: try await visit.get("/plants").body)).contains("/medicines.js"))
            for address in ["/medicines/new", "/medicines/settings", "/medicines/export", "/medicines/print"] {
                _ = try await visit.html(address)
            }
            for address in ["/medicines/read", "/medicines/type", "/medicines/labels"] {
                #expect(try await visit.get(address).headers[.location] == "/medicines")
            }
            #expect(try await visit.get("/medicines/labels/none").status == .notFound)
            #expect(try await visit.get("/medicines/none").status == .notFound)
        }
    }

    @Test("A photograph leads to confirmed values, shown doses, a noted dose and its undo")
    func wholeWay() async throws {
        try await MedicineVisit.to { visit in
            let taken = try await visit.photograph()
            #expect(taken.status == .seeOther)
            let label = try #require(taken.headers[.location])
            let reading = try await visit.html(label)
            for words in [
                "data-words=\"1-2\"", "<polygon class=\"agreed\"", "href=\"#line-2\">line 2",
                "1 × 3 × 7 = 21, label says 21",
                "Take 1 capsule by mouth 3 times a day for 7 days.", "class=\"crop\"", "Read. Please compare it",
            ] {
                #expect(reading.contains(words), "\(words)")
            }
            #expect(try await visit.get(label).headers[.cacheControl] == "no-store")
            let confirm = label + "/entries/0/confirm"
            let page = try await visit.html(confirm)
            #expect(!page.contains(" checked"))
            var form = try MedicineVisit.fields(page, confirm)
            // Values that were not compared are not stored, and typed values are kept in the form.
            form["person"] = "Ann <b>"
            let missing = try await visit.send(confirm, form.merging(["do": "keep"]) { $1 })
            #expect(missing.status == .unprocessableContent)
            let again = try visit.clean(missing)
            #expect(again.contains("Not compared yet") && again.contains("value=\"Ann &lt;b&gt;\""))
            form.merge(MedicineVisit.boxes(page)) { $1 }
            let plan = try await visit.follow(confirm, form.merging(["do": "keep"]) { $1 })
            #expect(plan.hasSuffix("/plan"))
            let medicine = String(plan.dropLast("/plan".count))
            #expect(try await visit.get(confirm).headers[.location] == medicine)
            #expect(try await visit.html(plan).contains("Are these your times?"))
            try await visit.started(medicine)

            try visit.clock.set("2026-11-21T07:05:00Z")
            let today = try await visit.html("/medicines")
            #expect(today.contains("3 doses of today are not logged yet.") && today.contains("Due now"))
            #expect(!today.contains("Show yesterday"), "no dose was planned for yesterday")
            let dose = try #require(today.firstMatch(of: /action="(\/medicines\/[^"]*\/taken)"/)?.1)
            #expect(try await visit.follow(String(dose), ["return": "/medicines"]) == "/medicines?note=taken")
            let noted = try await visit.html("/medicines?note=taken")
            #expect(noted.contains("Taken 08:05") && noted.contains("Logged as taken."))
            // Noting a dose is idempotent.
            _ = try await visit.follow(String(dose))
            let undo = try #require(noted.firstMatch(of: /action="(\/medicines\/[^"]*\/undo)"/)?.1)
            _ = try await visit.follow(String(undo))
            #expect(!(try await visit.html("/medicines")).contains("Taken 08:05"))
            #expect(try await visit.html(medicine).contains(", undone"))
        }
    }
}

extension MedicinePagesTests {
    @Test("A value on which two readings differ stays empty and marked until it is typed")
    func unsure() async throws {
        let misread = MedicineSample.course.replacing("three", with: "tnree")
        let text = MedicineSample.text(misread, doubtful: ["tnree"])
        try await MedicineVisit.to(.constant(text)) { visit in
            let label = try #require(try await visit.photograph().headers[.location])
            let page = try await visit.html(label)
            #expect(page.contains("Please type") && page.contains("<polygon class=\"unsure\""))
            #expect(!page.contains("Take 1 capsule by mouth 3 times a day"), "no dose stands in plain words")
            #expect(!page.contains("1 × 3 × 7"))
            let confirm = label + "/entries/0/confirm"
            #expect(try MedicineVisit.fields(try await visit.html(confirm), confirm)["directions"] == "")
            // The person types the line.
            let line = "Take 1 capsule by mouth three times a day for 7 days"
            #expect(try await visit.follow(label + "/lines", ["line.1": line]) == label + "?note=corrected#lines")
            #expect(try await visit.html(label).contains("Take 1 capsule by mouth 3 times a day for 7 days."))
            #expect(try MedicineVisit.fields(try await visit.html(confirm), confirm)["directions"] == line)
            _ = try await visit.follow(label + "/lines", ["as-read.1": "yes"])
            #expect(try MedicineVisit.fields(try await visit.html(confirm), confirm)["directions"] == "")
            let long = String(repeating: "x", count: 300)
            #expect(try await visit.send(label + "/lines", ["line.1": long]).status == .unprocessableContent)
            #expect(try await visit.send(label + "/lines", ["other": "x"]).status == .badRequest)
        }
    }

    @Test("Values of a handwritten label are not filled in")
    func handwritten() async throws {
        let text = MedicineSample.text(MedicineSample.course, isHandwritten: true)
        try await MedicineVisit.to(.constant(text)) { visit in
            let label = try #require(try await visit.photograph().headers[.location])
            let page = try await visit.html(label)
            #expect(page.contains("This looks handwritten") && !page.contains("value-words"))
            #expect(!page.contains("Take 1 capsule by mouth 3 times a day"))
            let confirm = label + "/entries/0/confirm"
            let fields = try MedicineVisit.fields(try await visit.html(confirm), confirm)
            #expect(fields["name"] == "" && fields["directions"] == "" && fields["quantity"] == "")
        }
    }

    @Test("A label that is not English says so first, fills in nothing, gives no doses, and answers no question")
    func otherLanguage() async throws {
        let lines = "AMOXICILLIN 500 MG\n1 x 1 Tablette täglich einnehmen nach den Mahlzeiten\nN 14"
        let note = "This label is in German. Stillroom reads English labels only"
        try await MedicineVisit.to(.constant(MedicineSample.text(lines))) { visit in
            let label = try #require(try await visit.photograph().headers[.location])
            let page = try await visit.html(label)
            let place = try #require(page.range(of: note)?.lowerBound)
            #expect(page[..<place].ranges(of: "class=\"note").count == 1, "no other note stands before it")
            #expect(!page.contains("value-words"))
            let confirm = label + "/entries/0/confirm"
            let form = try await visit.html(confirm)
            #expect(form.contains(note))
            let fields = try MedicineVisit.fields(form, confirm)
            #expect(fields["name"] == "" && fields["directions"] == "" && fields["quantity"] == "")
            // Directions that are typed in this form are those of the label.
            let typed = ["name": "Amoxicillin", "directions": "Take 1 tablet by mouth once daily", "do": "compare"]
            let compared = String(buffer: try await visit.send(confirm, fields.merging(typed) { $1 }).body)
            #expect(compared.contains(note) && !compared.contains("Take 1 tablet by mouth once a day"))
            let answer = try await visit.send(label + "/ask", ["question": "How many refills are left?"])
            #expect(String(buffer: answer.body).ranges(of: note).count >= 1)
        }
    }
}

extension MedicinePagesTests {
    @Test("A photograph without text is stored with fields to type the lines")
    func noText() async throws {
        let scanner = LabelScanner(
            read: { _ in throw HouseholdError(.textMissing, "There is no text.") }, strip: { $0 })
        try await MedicineVisit.to(scanner) { visit in
            let label = try #require(try await visit.photograph().headers[.location])
            let page = try await visit.html(label)
            #expect(page.contains("No text was found in the photo") && page.contains("name=\"added\""))
            _ = try await visit.follow(label + "/lines", ["from": "0", "added": MedicineSample.course])
            #expect(try await visit.html(label).contains("Take 1 capsule by mouth 3 times a day for 7 days."))
            #expect(try await visit.follow(label + "/remove-photograph").hasSuffix("?note=photograph-removed"))
            #expect(!(try await visit.html(label)).contains("<polygon"))
            #expect(try await visit.follow(label + "/remove") == "/medicines?note=label-removed")
            #expect(try await visit.get(label).status == .notFound)
        }
    }

    @Test("Foreign text on a label is escaped and never run")
    func hostile() async throws {
        try await MedicineVisit.to { visit in
            let label = try await visit.follow("/medicines/type", ["text": MedicineSample.hostile])
            let page = try await visit.html(label)
            #expect(page.contains("&lt;script&gt;alert(1)") && !page.contains("<b>bold"))
            let confirm = label + "/entries/0/confirm"
            _ = try await visit.html(confirm)
            let form = [
                "name": "<img src=x>", "directions": "Take 1 tablet daily\"><script>", "quantity": "one", "do": "read",
            ]
            let refused = try await visit.send(confirm, form)
            #expect(refused.status == .unprocessableContent)
            #expect(try visit.clean(refused).contains("&lt;img src=x&gt;"))
            #expect(try await visit.send("/medicines/type", ["text": " "]).status == .unprocessableContent)
        }
    }

    @Test("A check mark counts only for the value that was shown beside it")
    func boundTicks() async throws {
        try await MedicineVisit.to { visit in
            let confirm =
                try await visit.follow("/medicines/type", ["text": MedicineSample.course]) + "/entries/0/confirm"
            let page = try await visit.html(confirm)
            var form = try MedicineVisit.fields(page, confirm).merging(MedicineVisit.boxes(page)) { $1 }
            form["directions"] = "Take 2 capsules by mouth three times a day for 7 days"
            form["do"] = "keep"
            let changed = try await visit.send(confirm, form)
            #expect(changed.status == .unprocessableContent)
            let again = try visit.clean(changed)
            #expect(again.contains("2 capsules") && !again.contains(" checked"))
            #expect(try await visit.household.medicines.list().isEmpty)
        }
    }

    @Test("A medicine whose directions cannot be read reliably is kept without doses, and the page says so")
    func refused() async throws {
        try await MedicineVisit.to { visit in
            let form = [
                "name": "Amoxicillin", "directions": "Take 5 mg/kg by the sliding scale", "do": "read", "strength": "",
                "form": "", "person": "", "quantity": "", "refills": "", "expiry": "",
            ]
            let read = try visit.clean(try await visit.send("/medicines/new", form))
            #expect(read.contains("Save without doses") && read.contains("cannot be read safely"))
            var keep = try MedicineVisit.fields(read, "/medicines/new").merging(MedicineVisit.boxes(read)) { $1 }
            keep["do"] = "keep"
            let kept = try await visit.follow("/medicines/new", keep)
            #expect(kept.hasSuffix("?note=kept"))
            let sheet = try await visit.html(kept)
            #expect(sheet.contains("No dose is shown") && !sheet.contains("Plan the doses"))
        }
    }
}

extension MedicinePagesTests {
    @Test(
        "The lines of a label are folded only if nothing has to be looked at",
        arguments: [
            (MedicineSample.course, [], true), (MedicineSample.course, ["500"], false),
            (MedicineSample.course, ["times"], false), (MedicineSample.hostile, [], false),
            ("Amoxicillin 5000 mg capsules\nTake 1 capsule by mouth daily", [], false),
            ("Take 1 capsule by mouth daily", [], false),
            ("Amoxicillin 500 mg capsules\nTake 1 capsule by mouth 9 times a day as needed or not", [], false),
            ("Amoxicillin 500 mg capsules\nTake 1 capsule by mouth three times a day for 7 days\nQty: 30", [], false),
            ("Amoxicillin 500 mg capsules", [], false), ("To the garden gate", [], false),
        ] as [(String, Set<String>, Bool)])
    func foldedLines(text: String, doubtful: Set<String>, isFolded: Bool) async throws {
        try await MedicineVisit.to(.constant(MedicineSample.text(text, doubtful: doubtful))) { visit in
            let label = try #require(try await visit.photograph().headers[.location])
            let html = try await visit.html(label)
            #expect(html.contains("id=\"lines\""))
            let lines = try #require(html.firstMatch(of: /<details class="folded printed"( open)?>/))
            #expect((lines.1 == nil) == isFolded, "\(text)")
            // After a correction the person sees its result.
            let corrected = try await visit.html(label + "?note=corrected")
            #expect(corrected.contains("<details class=\"folded printed\" open>"))
        }
    }
}

extension MedicinePagesTests {
    @Test(
        "A label with nothing doubtful becomes a running plan in five taps: one box for each group, and doses shown at once"
    )
    func fiveTaps() async throws {
        try await MedicineVisit.to { visit in
            let label = try #require(try await visit.photograph().headers[.location])
            // 1: the link on the label's page.
            let confirm = label + "/entries/0/confirm"
            #expect(try await visit.html(label).contains("href=\"\(confirm)\""))
            let page = try await visit.html(confirm)
            // 2 and 3: the boxes, each beside its part of the photograph and with all its values.
            let boxes = MedicineVisit.boxes(page)
            #expect(
                boxes == [
                    "ok.all": "Amoxicillin · 500 mg",
                    "ok.all.0": "1 capsule · by mouth (oral) · 3 times a day · for 7 days",
                ])
            for words in ["<b><bdi>for 7 days</bdi></b>", "class=\"crop\"", "Add or change details"] {
                #expect(page.contains(words), "\(words)")
            }
            let fields = try MedicineVisit.fields(page, confirm).merging(["do": "keep"]) { $1 }
            for (name, words) in boxes {
                let one = try await visit.send(confirm, fields.merging([name: words]) { $1 })
                #expect(one.status == .unprocessableContent, "only \(name)")
                let wrong = fields.merging(boxes) { $1 }.merging([name: words + " "]) { $1 }
                #expect(try await visit.send(confirm, wrong).status == .unprocessableContent)
            }
            #expect(try await visit.household.medicines.list().isEmpty)
            // 4: the button below them.
            let plan = try await visit.follow(confirm, fields.merging(boxes) { $1 })
            let shown = try await visit.html(plan)
            for words in [
                "Are these your times?", "usual times of your household", "21 doses in all", "value=\"start\"",
            ] {
                #expect(shown.contains(words), "\(words)")
            }
            let medicine = String(plan.dropLast("/plan".count))
            // Other times than the shown ones are shown first.
            let form = try MedicineVisit.fields(shown, plan).merging(["do": "start"]) { $1 }
            let changed = try await visit.send(plan, form.merging(["times.0.0": "09:15"]) { $1 })
            #expect(changed.status == .ok && String(buffer: changed.body).contains("You changed the answers."))
            // 5: the button below the doses.
            #expect(try await visit.follow(plan, form) == medicine + "?note=started")
            #expect(try await visit.household.medicines.list().first?.plan != nil)
        }
    }

    private static let doubtfulLabels: [(String, Set<String>)] = [
        (MedicineSample.course, ["500"]), (MedicineSample.course, ["times"]), (MedicineSample.hostile, []),
        ("Amoxicillin 5000 mg capsules\nTake 1 capsule by mouth daily", []),
        ("Amoxicillin 500 mg capsules\nTake 1 capsule by mouth three times a day for 7 days\nQty: 30", []),
    ]

    @Test(
        "Each value has its own box if anything on the label is doubtful, or if a value was changed",
        arguments: doubtfulLabels)
    func ownBoxes(text: String, doubtful: Set<String>) async throws {
        try await MedicineVisit.to(.constant(MedicineSample.text(text, doubtful: doubtful))) { visit in
            let confirm = try #require(try await visit.photograph().headers[.location]) + "/entries/0/confirm"
            let page = try await visit.html(confirm)
            #expect(!page.contains("name=\"ok.all") && !page.contains("Add or change details"))
        }
        try await MedicineVisit.to { visit in
            let confirm = try #require(try await visit.photograph().headers[.location]) + "/entries/0/confirm"
            let form = try MedicineVisit.fields(try await visit.html(confirm), confirm)
            let change = ["directions": "Take 1 capsule by mouth twice a day for 7 days", "do": "read"]
            let read = try visit.clean(try await visit.send(confirm, form.merging(change) { $1 }))
            #expect(!read.contains("name=\"ok.all") && read.contains("name=\"ok.0.frequency\""))
        }
    }

    @Test("Each value has its own box if a line was corrected, and if the label was typed")
    func ownBoxesOfPeople() async throws {
        try await MedicineVisit.to { visit in
            let label = try #require(try await visit.photograph().headers[.location])
            let lines = try #require(
                try await visit.html(label).firstMatch(of: /action="(\/medicines\/labels\/[^"]*\/lines)"/)?.1)
            _ = try await visit.follow(String(lines), ["line.2": "QTY 21"])
            #expect(!(try await visit.html(label + "/entries/0/confirm")).contains("name=\"ok.all"))
            let typed = try await visit.follow("/medicines/type", ["text": MedicineSample.course])
            #expect(!(try await visit.html(typed + "/entries/0/confirm")).contains("name=\"ok.all"))
        }
    }

    @Test("A question without a suggestion is asked before doses are shown")
    func noSuggestion() async throws {
        try await MedicineVisit.to { visit in
            let medicine = try await visit.kept("Amoxicillin 500 mg capsules\nTake 1 capsule by mouth daily")
            let page = try await visit.html(medicine + "/plan")
            #expect(page.contains("Until when?") && !page.contains("value=\"start\""))
        }
    }
}
