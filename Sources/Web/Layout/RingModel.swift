import Agenda
import Calendar
import Foundation
import Household
import Messages
import Plants

/// The year ring of care: twelve months, and one orbit for each kind of chore; pure. The template draws it as SVG.
///
/// A filled dot is a done chore of the last twelve months, a hollow dot a planned chore of the next twelve. The ring is
/// therefore complete on every day of the year, and longer intervals in winter are visible.
struct RingModel {
    let chores: [Chore]
    let log: [LogLine]
    let today: LocalDay
    var rules = Outlook.Rules()

    /// The number of days before and after today.
    static let span = 364
    private static let centre = 160.0
    private static let outer = 116.0
    /// The smallest distance in days between two dots of an orbit; nearer dots would overlap.
    private static let spacing = 3

    struct Orbit: Equatable {
        let kind: Chore.Kind
        let done: [LocalDay]
        let planned: [LocalDay]
    }

    /// From the outermost to the innermost.
    var orbits: [Orbit] {
        let outlook = Outlook(of: chores, today: today, through: today.adding(days: Self.span), rules: rules)
        return Chore.Kind.allCases.compactMap { kind in
            let planned = outlook.occurrences.filter { outlook.chores[$0.chore].kind == kind }.map {
                max($0.day, today)
            }
            let done = log.filter {
                $0.kind == kind && $0.entry.action == .done && !$0.entry.isUndone
                    && (0...Self.span).contains($0.entry.day.days(until: today))
            }.map(\.entry.day)
            guard !planned.isEmpty || !done.isEmpty else { return nil }
            return Orbit(kind: kind, done: Set(done).sorted(), planned: Set(planned).sorted())
        }
    }

    var context: Fields {
        let orbits = orbits
        let step = orbits.count > 1 ? min(19, 78 / Double(orbits.count - 1)) : 0
        // Done chores are drawn outside of planned ones, so that neither covers the other.
        let apart = orbits.count > 5 ? 2.5 : 3.5
        let drawn = orbits.enumerated().map { place, orbit in
            let radius = Self.outer - Double(place) * step
            return DrawnOrbit(
                kind: orbit.kind.rawValue, radius: Self.text(radius),
                dots: dots(orbit.planned, radius - apart).map {
                    DrawnDot(x: $0.x, y: $0.y, isDone: false)
                }
                    + dots(orbit.done, radius + apart).map { DrawnDot(x: $0.x, y: $0.y, isDone: true) })
        }
        let hand = Self.turn(today)
        return Fields(
            isEmpty: orbits.isEmpty, orbits: drawn.reversed(), months: months, handTurn: Self.text(hand * 360),
            today: Wording.date(today), rows: rows(orbits),
            legend: orbits.map { Legend(kind: $0.kind.rawValue, word: Wording.name($0.kind)) },
            heads: orbits.map { Head(head: Wording.name($0.kind)) }, description: description(orbits))
    }

    private func description(_ orbits: [Orbit]) -> String {
        orbits.map { orbit in
            let (done, planned) = (Self.times(orbit.done.count), Self.times(orbit.planned.count))
            return localized(
                """
                \(Wording.name(orbit.kind), "task"): done \(done, "times") in the last twelve months, planned \
                \(planned, "timesAhead") in the next twelve
                """)
        }.joined(separator: ". ") + "."
    }

    private static func times(_ count: Int) -> String {
        switch count {
        case 0: localized("never")
        case 1: localized("once")
        case 2: localized("twice")
        default: localized("\(count, "count") times")
        }
    }

    /// Returns the ring as a table: for each month the numbers of done and planned chores.
    private func rows(_ orbits: [Orbit]) -> [Row] {
        (0..<12).map { ahead in
            let month = (today.month - 1 + ahead) % 12 + 1
            return Row(
                monthName: LocalDate.monthName(month),
                cells: orbits.map { orbit in
                    let done = orbit.done.count { $0.month == month }
                    let planned = orbit.planned.count { $0.month == month }
                    let words = [
                        done > 0 ? localized("\(done, "count") done") : nil,
                        planned > 0 ? localized("\(planned, "count") planned") : nil,
                    ]
                    return Cell(
                        cell: words.compactMap { $0 }.isEmpty ? "–" : words.compactMap { $0 }.joined(separator: ", ")
                    )
                })
        }
    }

    private var months: [Month] {
        (1...12).map { month in
            let start = Self.turn(LocalDay(year: 2025, month: month, day: 1) ?? today)
            let middle = Self.turn(LocalDay(year: 2025, month: month, day: 15) ?? today)
            let label = Self.point(middle, 141)
            return Month(
                turn: Self.text(start * 360), x: label.x, y: label.y,
                letter: String(LocalDate.monthName(month).prefix(1)), isNow: month == today.month)
        }
    }

    private func dots(_ days: [LocalDay], _ radius: Double) -> [(x: String, y: String)] {
        var last: LocalDay?
        return days.compactMap { day in
            if let last, last.days(until: day) < Self.spacing { return nil }
            last = day
            return Self.point(Self.turn(day), radius)
        }
    }

    /// Returns the position of a day in its year, from 0 for 1 January up to 1, independent of the length of the year.
    static func turn(_ day: LocalDay) -> Double {
        let first = LocalDay(year: day.year, month: 1, day: 1) ?? day
        return Double(first.days(until: day)) / (LocalDay.isLeap(day.year) ? 366 : 365)
    }

    /// Returns a point on a circle. 0 is at the top, and positions increase clockwise.
    private static func point(_ turn: Double, _ radius: Double) -> (x: String, y: String) {
        let angle = turn * 2 * .pi
        return (text(centre + radius * sin(angle)), text(centre - radius * cos(angle)))
    }

    private static func text(_ number: Double) -> String { Units.text(number, places: 1) }
}

extension RingModel {
    struct DrawnDot: TemplateFields {
        let x: String
        let y: String
        let isDone: Bool
    }

    struct DrawnOrbit: TemplateFields {
        let kind: String
        let radius: String
        let dots: [DrawnDot]
    }

    struct Legend: TemplateFields {
        let kind: String
        let word: String
    }

    struct Head: TemplateFields {
        let head: String
    }

    /// The fields of ring.mustache.
    struct Fields: TemplateFields {
        let isEmpty: Bool
        let orbits: [DrawnOrbit]
        let months: [Month]
        let handTurn: String
        let today: String
        let rows: [Row]
        let legend: [Legend]
        let heads: [Head]
        let description: String
    }

    struct Cell: TemplateFields {
        let cell: String
    }

    struct Row: TemplateFields {
        let monthName: String
        let cells: [Cell]
    }

    struct Month: TemplateFields {
        let turn: String
        let x: String
        let y: String
        let letter: String
        let isNow: Bool
    }
}
