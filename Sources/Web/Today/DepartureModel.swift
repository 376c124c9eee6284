import Agenda
import Calendar
import Household
import Messages
import Plants

/// The fields of the page about what to water before an absence; pure.
struct DepartureModel {
    /// The days in the query; without any, those of the planned absence.
    struct Typed: Equatable {
        let first: String
        let last: String
        /// Why the days cannot be used; nil if they can, and if none were typed.
        let fault: String?
        let pause: Pause?

        init(_ query: [String: String], planned: Pause?, today: LocalDay) {
            let planned = planned.flatMap { today <= $0.first ? $0 : nil }
            first = query["first"] ?? planned?.first.description ?? ""
            last = query["last"] ?? planned?.last.description ?? ""
            guard !first.isEmpty || !last.isEmpty else {
                (fault, pause) = (nil, nil)
                return
            }
            guard let from = LocalDay(first), let through = LocalDay(last) else {
                (fault, pause) = (localized("Choose the first and the last day of the holiday."), nil)
                return
            }
            guard from >= today, from.days(until: through) <= 366, let days = Pause(from: from, through: through) else {
                (fault, pause) = (
                    localized("The first day is today or later, and the last day is at most a year after it."), nil
                )
                return
            }
            (fault, pause) = (nil, days)
        }
    }

    let typed: Typed
    let view: DepartureView?
    let planned: Pause?
    let today: LocalDay

    var context: Page {
        var context = Page(
            first: typed.first, last: typed.last, today: today.description, fault: typed.fault,
            pauseAction: Site.settingsPause)
        guard let view, let pause = typed.pause else { return context }
        let isPlanned = planned == pause
        let (first, last) = (Wording.weekday(pause.first, from: today), Wording.weekday(pause.last, from: today))
        context.list = List(
            away: localized("You are away from \(first, "firstDay") to \(last, "lastDay")."),
            heading: heading(view.waterings.count, on: view.day),
            rows: view.waterings.map { row($0, on: view.day) },
            isLong: view.waterings.contains { $0.again != nil }, canPlan: !isPlanned)
        return context
    }

    private func heading(_ count: Int, on day: LocalDay) -> String {
        guard count > 0 else { return localized("No plant needs water before you leave") }
        switch today.days(until: day) {
        case 0: return localized(count, one: "Water 1 plant today", other: "Water \(count, "count") plants today")
        case 1:
            return localized(count, one: "Water 1 plant tomorrow", other: "Water \(count, "count") plants tomorrow")
        default:
            let date = Wording.weekday(day, from: today)
            return localized(
                count, one: "Water 1 plant on \(date, "day")", other: "Water \(count, "count") plants on \(date, "day")"
            )
        }
    }

    private func row(_ watering: DepartureView.Watering, on day: LocalDay) -> Row {
        let plant = watering.line.plant
        return Row(
            plantName: plant?.name ?? "", plantHref: plant.map { Site.plant($0.id) } ?? "", roomName: plant?.room ?? "",
            dueWords: watering.due == day ? localized("Due on this day.") : otherwise(watering.due),
            againWords: watering.again.map(again) ?? "")
    }

    private func otherwise(_ day: LocalDay) -> String {
        let date = Wording.weekday(day, from: today)
        return localized("Otherwise due on \(date, "day").")
    }

    private func again(_ day: LocalDay) -> String {
        let date = Wording.weekday(day, from: today)
        return localized("Needs water again on \(date, "day").")
    }
}

extension DepartureModel {
    struct Row: TemplateFields {
        let plantName: String
        let plantHref: String
        let roomName: String
        let dueWords: String
        let againWords: String
    }

    struct List: TemplateFields {
        let away: String
        let heading: String
        let rows: [Row]
        /// True if a plant needs water again during the absence.
        let isLong: Bool
        let canPlan: Bool
    }

    /// The fields of departure.mustache.
    struct Page: PageFields {
        static let template = "departure"

        let first: String
        let last: String
        let today: String
        let fault: String?
        let pauseAction: String
        var list: List?
    }
}
