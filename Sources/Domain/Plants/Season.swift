public import Calendar
import Foundation
import Messages

/// The season for one plant: by the length of the day at its latitude, or none.
///
/// The length of the day gives season and hemisphere without a table of countries, and it is what a plant behind a
/// window experiences of winter. Temperature and rain are not known here.
public struct Season: Sendable, Hashable {
    /// Whether intervals follow the season, or why not.
    public enum Course: String, Sendable {
        case followed
        /// The household's location is not set.
        case unknownPlace
        /// Between the tropics, where the length of the day hardly changes.
        case tropical
        case growLamp
        case switchedOff
    }

    /// Whether intervals follow the season, or why not.
    public let course: Course
    /// South of the equator: seasons are shifted by six months.
    public let isSouthern: Bool
    /// Degrees from the equator; nil if unknown.
    let distance: Double
    private let tangent: Double

    public init(_ situation: Situation, _ whereabouts: Whereabouts) {
        let latitude = whereabouts.latitude.flatMap { (-90...90).contains($0) ? $0 : nil }
        isSouthern = (latitude ?? 0) < 0
        distance = abs(latitude ?? 0)
        tangent = tan(distance * .pi / 180)
        // A lamp on a balcony does not shorten the winter.
        let isUnderLamp = situation.hasGrowLamp && !situation.isOpen
        course =
            !situation.followsSeason
            ? .switchedOff
            : isUnderLamp
                ? .growLamp : latitude == nil ? .unknownPlace : distance < Self.tropic ? .tropical : .followed
    }

    /// True if intervals follow the season.
    public var isFollowed: Bool { course == .followed }

    static let tropic = 23.5

    /// Returns the hours from sunrise to sunset in the middle of a month (1–12); 12 if the latitude is unknown.
    public func dayLength(_ month: Int) -> Double {
        let cosine = -tangent * Self.declinations[index(of: month)]
        return 24 / .pi * acos(min(max(cosine, -1), 1))
    }

    /// Returns the month's index in a northern year, from 0.
    private func index(of month: Int) -> Int { (month + 11 + (isSouthern ? 6 : 0)) % 12 }

    /// Tangents of the sun's declination in the middle of each month, with the northern solstice on the 20th. The
    /// second half of the year mirrors the first exactly, so that both hemispheres get the same numbers.
    private static let declinations: [Double] = {
        let half = (0..<6).map { (month: Int) -> Double in
            let angle = (Double(month) + 5.0 / 6) / 12 * 2 * Double.pi
            return tan(-23.44 / 180 * Double.pi * cos(angle))
        }
        return half + half.map { -$0 }
    }()

    /// Returns 0 for days of 12 hours or more, 1 for 8 hours or less; 0 if the season is not followed. It increases
    /// gradually over the first degrees beyond the tropic, so that a few kilometres change little.
    public func darkness(_ month: Int) -> Double {
        isFollowed ? min(max((12 - dayLength(month)) / 4, 0), 1) * fade : 0
    }

    private var fade: Double { min(max((distance - Self.tropic) / 6.5, 0), 1) }

    /// Returns 0 for days of 9 hours, 1 for days of 15: how much faster soil dries outdoors than in a room. In the
    /// tropics, and if the season is not followed, a constant slightly above the middle.
    public func warmth(_ month: Int) -> Double {
        guard isFollowed else { return Self.steadyWarmth }
        let followed = min(max((dayLength(month) - 9) / 6, 0), 1)
        return Self.steadyWarmth + (followed - Self.steadyWarmth) * fade
    }

    private static let steadyWarmth = 0.8

    /// Returns true if frost is possible: short days, far enough from the equator. This is no weather forecast; it only
    /// prevents advice that does not fit the winter.
    public func isCold(_ month: Int) -> Bool { isFollowed && distance >= 35 && dayLength(month) < 10.3 }

    /// Returns true if days are too short for plants that need much sun.
    public func isDark(_ month: Int) -> Bool { isFollowed && distance >= 30 && dayLength(month) < 10.5 }

    /// Returns true if days are so long that summer-dormant plants rest.
    public func isHigh(_ month: Int) -> Bool { isFollowed && dayLength(month) > 13.5 }

    /// Converts months of the table to this hemisphere. Months that a person set are local already.
    public func local(_ months: Sourced<Months>) -> Months {
        isSouthern && months.source.kind != .person ? months.value.shifted(by: 6) : months.value
    }

    // MARK: - Words

    /// A season of the year at the place of the plant.
    public enum Name: String, Sendable, CaseIterable {
        case winter, spring, summer, autumn
    }

    /// December to February are winter in the northern hemisphere.
    public func name(of month: Int) -> Name { Name.allCases[(index(of: month) + 1) % 12 / 3] }

    /// Returns "spring", "autumn and winter" or "all year".
    public func words(for months: Months) -> String {
        let names = Set(months.numbers.map(name))
        if names.count == 4 { return localized("all year") }
        let year = Name.allCases
        // Starts after a gap: "winter and spring", but "autumn and winter".
        let first = year.indices.first { names.contains(year[$0]) && !names.contains(year[($0 + 3) % 4]) } ?? 0
        let words = (0..<4).map { year[(first + $0) % 4] }.filter(names.contains).map(\.words)
        return words.isEmpty ? localized("never", context: "seasons of a plant") : LocalList.and(words)
    }

    /// "November".
    public static func monthName(_ month: Int) -> String { LocalDate.monthName(month) }
}

extension Season.Name {
    /// "winter".
    public var words: String {
        switch self {
        case .winter: localized("winter")
        case .spring: localized("spring")
        case .summer: localized("summer")
        case .autumn: localized("autumn")
        }
    }
}

extension Situation {
    /// True outdoors and on a balcony.
    public var isOpen: Bool { place == .outdoor || place == .balcony }

    /// True in the ground outdoors.
    public var isRootedInGround: Bool { isInGround && place == .outdoor }
}
