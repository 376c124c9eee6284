package import Calendar
import Foundation

/// How the year reaches one plant: by the length of the day at its latitude, or not at all.
///
/// The length of the day tells both seasons and hemisphere without a table of countries, and it is what a plant behind
/// a window gets to know of winter. Heat and rain are not known here.
package struct Season: Sendable, Hashable {
    /// Whether intervals follow the year, and why not.
    package enum Course: String, Sendable {
        case followed
        /// Nobody has said where the household is.
        case unknownPlace
        /// Between the tropics: the days are much the same all year.
        case tropical
        case growLamp
        case switchedOff
    }

    package let course: Course
    /// South of the equator: the months of the year are six later.
    package let isSouthern: Bool
    /// Degrees from the equator, where that is known.
    let distance: Double
    private let tangent: Double

    package init(_ situation: Situation, _ whereabouts: Whereabouts) {
        let latitude = whereabouts.latitude.flatMap { (-90...90).contains($0) ? $0 : nil }
        isSouthern = (latitude ?? 0) < 0
        distance = abs(latitude ?? 0)
        tangent = tan(distance * .pi / 180)
        // A lamp on a balcony does not make the winter shorter.
        let isUnderLamp = situation.hasGrowLamp && !situation.isOpen
        course =
            !situation.followsSeason
            ? .switchedOff
            : isUnderLamp
                ? .growLamp : latitude == nil ? .unknownPlace : distance < Self.tropic ? .tropical : .followed
    }

    package var isFollowed: Bool { course == .followed }

    static let tropic = 23.5

    /// Hours from sunrise to sunset in the middle of a month, 1–12; 12 where the latitude is not known.
    package func dayLength(_ month: Int) -> Double {
        let cosine = -tangent * Self.declinations[index(of: month)]
        return 24 / .pi * acos(min(max(cosine, -1), 1))
    }

    /// The month's place in a northern year, from 0.
    private func index(of month: Int) -> Int { (month + 11 + (isSouthern ? 6 : 0)) % 12 }

    /// Tangents of the sun's height over the equator in the middle of each month, northern solstice on the 20th: the
    /// second half of the year mirrors the first exactly, so that both hemispheres get the same numbers.
    private static let declinations: [Double] = {
        let half = (0..<6).map { (month: Int) -> Double in
            let angle = (Double(month) + 5.0 / 6) / 12 * 2 * Double.pi
            return tan(-23.44 / 180 * Double.pi * cos(angle))
        }
        return half + half.map { -$0 }
    }()

    /// 0 while days are 12 hours or longer, 1 when they are 8 or shorter; 0 where the season is not followed. It fades in
    /// over the first degrees beyond the tropic, so that a few kilometres change nothing.
    package func darkness(_ month: Int) -> Double {
        isFollowed ? min(max((12 - dayLength(month)) / 4, 0), 1) * fade : 0
    }

    private var fade: Double { min(max((distance - Self.tropic) / 6.5, 0), 1) }

    /// 0 with days of 9 hours, 1 with days of 15: how much faster the open air dries than a room.
    /// In the tropics, and where the season is not followed, always somewhat past the middle.
    package func warmth(_ month: Int) -> Double {
        guard isFollowed else { return Self.steadyWarmth }
        let followed = min(max((dayLength(month) - 9) / 6, 0), 1)
        return Self.steadyWarmth + (followed - Self.steadyWarmth) * fade
    }

    private static let steadyWarmth = 0.8

    /// Frost may be: short days, and far enough from the equator. Weather decides; this only keeps advice for January
    /// out of January.
    package func isCold(_ month: Int) -> Bool { isFollowed && distance >= 35 && dayLength(month) < 10.3 }

    /// Days too short for what needs much sun.
    package func isDark(_ month: Int) -> Bool { isFollowed && distance >= 30 && dayLength(month) < 10.5 }

    /// Days so long that what rests in summer does.
    package func isHigh(_ month: Int) -> Bool { isFollowed && dayLength(month) > 13.5 }

    /// Months as the table has them, for this hemisphere. A person's own are already those of their place.
    package func local(_ months: Sourced<Months>) -> Months {
        isSouthern && months.source.kind != .person ? months.value.shifted(by: 6) : months.value
    }

    // MARK: - Words

    package enum Name: String, Sendable, CaseIterable {
        case winter, spring, summer, autumn
    }

    /// December to February are winter in the north.
    package func name(of month: Int) -> Name { Name.allCases[(index(of: month) + 1) % 12 / 3] }

    /// "spring", "autumn and winter", "all year".
    package func words(for months: Months) -> String {
        let names = Set(months.numbers.map(name))
        if names.count == 4 { return "all year" }
        let year = Name.allCases
        // The one before which there is a gap comes first: winter and spring, but autumn and winter.
        let first = year.indices.first { names.contains(year[$0]) && !names.contains(year[($0 + 3) % 4]) } ?? 0
        let words = (0..<4).map { year[(first + $0) % 4] }.filter(names.contains).map(\.rawValue)
        guard let last = words.last else { return "never" }
        return words.count == 1 ? last : words.dropLast().joined(separator: ", ") + " and " + last
    }

    /// "November".
    package static func monthName(_ month: Int) -> String { Months([month]).words }
}

extension Situation {
    /// Under the sky, or nearly.
    package var isOpen: Bool { place == .outdoor || place == .balcony }

    /// In the ground; only outdoors is there any.
    package var isRootedInGround: Bool { isInGround && place == .outdoor }
}
