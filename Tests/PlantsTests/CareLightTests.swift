import Recognition
import Support
import Testing

@testable import Plants

@Suite("Light at the place of the plant", .tags(.small))
struct CareLightTests {
    private func plan(_ level: Int, _ form: GrowthForm?, _ place: Situation.Place) -> CarePlan {
        Care.plan(
            Care.facts {
                $0.light = Care.of(level)
                $0.form = form.map { Care.of($0) }
            }, Situation(place: place))
    }

    @Test("Behind glass, a plant that does not need full sun gets no hours of direct sun", arguments: 0...6)
    func indoors(level: Int) {
        let hours = plan(level, nil, .indoor).value("light.hours")?.text(in: .metric)
        #expect(hours == (level <= 4 ? "no hours" : "at most 2 hours"))
    }

    @Test(
        "A Monstera, a peace lily and a fern get bright or dim light without midday sun, at every place",
        arguments: [
            (6, GrowthForm.aroid, Situation.Place.indoor, "bright, indirect light"),
            (3, .aroid, .indoor, "indirect light"), (4, .fern, .indoor, "indirect light"),
            (6, .aroid, .balcony, "bright shade"), (4, .fern, .outdoor, "shade"),
            (5, .epiphyte, .greenhouse, "bright shade"),
        ])
    func forests(level: Int, form: GrowthForm, place: Situation.Place, words: String) {
        let plan = plan(level, form, place)
        #expect(plan.value("light.spot")?.value == .text(words))
        #expect(plan.value("light.hours")?.value != .text("4 to 6"))
        #expect(plan.value("light.advice")?.reason.isEmpty == false)
    }

    @Test(
        "A sunny bed and a sunny window have different advice",
        arguments: [
            (9, Situation.Place.outdoor, "full sun", "6 or more"),
            (9, .indoor, "as much sun as a room has", "4 or more"),
            (7, .indoor, "bright light with some sun", "2 to 4"), (5, .balcony, "partial sun", "4 to 6"),
        ])
    func sun(level: Int, place: Situation.Place, words: String, hours: String) {
        let plan = plan(level, .shrub, place)
        #expect(plan.light.spot.words == words)
        #expect(plan.light.spot.hours == hours)
    }
}
