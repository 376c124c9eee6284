import Calendar
import Support
import Testing

@testable import Plants

@Suite("The season", .tags(.small))
struct SeasonTests {
    private func season(_ latitude: Double?, _ situation: Situation = Situation()) -> Season {
        Season(situation, Whereabouts(latitude: latitude))
    }

    /// Geometric times of sunrise and sunset on the 15th; almanacs add about ten minutes for refraction and the sun's
    /// diameter.
    @Test(
        "The length of the day is right at each latitude",
        arguments: [
            (48.2, 12, 8.3), (48.2, 6, 15.9), (48.2, 3, 11.8), (60.2, 12, 5.9), (60.2, 6, 18.8), (0, 1, 12),
            (-33.9, 6, 10.0), (-33.9, 12, 14.3), (40.4, 12, 9.3), (90, 12, 0), (90, 6, 24),
        ])
    func length(latitude: Double, month: Int, hours: Double) {
        #expect(abs(season(latitude).dayLength(month) - hours) < 0.45)
    }

    @Test("The season is the same six months later in the other hemisphere")
    func mirrored() {
        for latitude in stride(from: 0.5, through: 90, by: 0.5) {
            for month in 1...12 {
                let other = (month + 5) % 12 + 1
                let (north, south) = (season(latitude), season(-latitude))
                #expect(north.dayLength(month) == south.dayLength(other))
                #expect(north.darkness(month) == south.darkness(other))
                #expect(north.warmth(month) == south.warmth(other))
                #expect(north.isCold(month) == south.isCold(other))
                #expect(north.name(of: month) == south.name(of: other))
            }
        }
    }

    @Test("There is no season between the tropics, under a lamp, if switched off, or without a location")
    func none() {
        #expect(season(nil).course == .unknownPlace)
        #expect(season(.nan).course == .unknownPlace)
        #expect(season(91).course == .unknownPlace)
        #expect(season(23.4).course == .tropical)
        #expect(season(-23.4).course == .tropical)
        #expect(season(48, Situation(hasGrowLamp: true)).course == .growLamp)
        #expect(season(48, Situation(place: .outdoor, hasGrowLamp: true)).course == .followed)
        #expect(season(48, Situation(followsSeason: false)).course == .switchedOff)
        for other in [season(nil), season(10), season(48, Situation(followsSeason: false))] {
            #expect((1...12).allSatisfy { other.darkness($0) == 0 && !other.isCold($0) })
            #expect(Set((1...12).map(other.warmth)).count == 1)
        }
    }

    @Test("The season fades in beyond the tropic without a step")
    func continuous() {
        for latitude in stride(from: 20.0, to: 89, by: 0.1) {
            for month in 1...12 {
                let step = abs(season(latitude).darkness(month) - season(latitude + 0.1).darkness(month))
                #expect(step < 0.06)
            }
        }
        #expect(season(23.6).darkness(12) < 0.02)
    }

    @Test("The months of the table are shifted in the south, and a person's months are not")
    func months() {
        let months = Care.of(Months([3, 4, 5]))
        #expect(season(48).local(months).numbers == [3, 4, 5])
        #expect(season(-20).local(months).numbers == [9, 10, 11])
        #expect(season(nil).local(months).numbers == [3, 4, 5])
        #expect(season(-20).local(Care.of(Months([3, 4, 5]), .person)).numbers == [3, 4, 5])
    }

    @Test(
        "Seasons have names",
        arguments: [
            ([3, 4, 5], "spring", "autumn"), ([12, 1, 2], "winter", "summer"),
            ([2, 3], "winter and spring", "summer and autumn"),
            ([5, 6, 9], "spring, summer and autumn", "autumn, winter and spring"),
            (Array(1...12), "all year", "all year"), ([11, 12], "autumn and winter", "spring and summer"),
            ([], "never", "never"),
        ])
    func names(months: [Int], north: String, south: String) {
        #expect(season(48).words(for: Months(months)) == north)
        #expect(season(-48).words(for: Months(months)) == south)
    }
}
