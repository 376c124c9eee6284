import Contracts
import Directions
import Foundation
import HTTPTypes
import Household
import HummingbirdTesting
import Support
import Testing

@Suite("Pages about the strength of a medicine", .tags(.medium))
struct MedicineStrengthTests {
    private static let slip =
        "Amoxicillin 5000 mg capsules\nTake 1 capsule by mouth three times a day for 7 days\nQty: 21"

    @Test("A label with an implausible strength shows a warning above its values, and the strength must be typed")
    func label() async throws {
        try await MedicineVisit.to(.constant(MedicineSample.text(Self.slip))) { visit in
            let label = try #require((try await visit.photograph()).headers[.location])
            let html = try await visit.html(label)
            #expect(html.contains("class=\"problem strength-alarm\""))
            #expect(html.contains("about 10 times as much as"))
            #expect(html.contains("Read, but not certain: “<bdi>5000 mg</bdi>”"))
            #expect(html.contains("Check the label"))
            let confirm = try await visit.html(label + "/entries/0/confirm")
            #expect(confirm.contains("about 10 times as much as"))
            #expect(!confirm.contains("value=\"5000 mg\""))
        }
        try await MedicineVisit.to { visit in
            let label = try #require((try await visit.photograph()).headers[.location])
            #expect(!(try await visit.html(label)).contains("strength-alarm"))
        }
    }

    @Test("An implausible typed strength has a warning before it is confirmed and is kept as typed")
    func typed() async throws {
        try await MedicineVisit.to { visit in
            var form = [
                "name": "Amoxicillin", "strength": "5000 mg", "form": "capsule", "person": "",
                "directions": "Take 1 capsule by mouth daily", "quantity": "", "refills": "", "expiry": "",
                "do": "read",
            ]
            let far = try visit.clean(try await visit.send("/medicines/new", form))
            #expect(far.contains("class=\"problem strength-alarm\" role=\"alert\""))
            #expect(far.contains("class=\"wrong\"><bdi>“5000 mg” is about 10 times as much as"))
            #expect(far.contains("value=\"5000 mg\""))
            form["strength"] = "300 mg"
            let quiet = try visit.clean(try await visit.send("/medicines/new", form))
            #expect(!quiet.contains("strength-alarm"))
            #expect(quiet.contains("class=\"hint\"><bdi>Our list, which is old"))
            form["strength"] = "500 mg"
            let right = try visit.clean(try await visit.send("/medicines/new", form))
            #expect(!right.contains("strength-alarm"))
            #expect(!right.contains("Our list, which is old"))
            form["directions"] = "Take one 5 g capsule by mouth daily"
            let named = try visit.clean(try await visit.send("/medicines/new", form))
            #expect(named.contains("strength-alarm"))
            #expect(named.contains(LabelFlag.strengthTenfold.sentence))
            form["directions"] = "Take 1 capsule by mouth daily"
            form["name"] = "Nobody’s medicine"
            form["strength"] = "5000 mg"
            #expect(!(try visit.clean(try await visit.send("/medicines/new", form))).contains("strength-alarm"))
        }
    }
}
