import Agenda
import Calendar
import FoundationEssentials
import Messages
import Plants
import Recognition
import Reminders

/// The events of a calendar for the chores of an agenda, grouped as notices are: the chores of a day that have the same
/// alarm are one event of the whole day, and at one minute there is one alarm, which lists all chores of that minute. An
/// overdue chore moves to today, and a snoozed one to the day of its alarm.
struct ChoreEvents {
    let view: AgendaView
    /// The part of the identifiers after the "@".
    let host: String
    /// The public address of the pages; nil if there is none.
    let address: String?

    /// The chores of one day with the same alarm.
    private struct Group {
        let day: LocalDay
        let alarm: Date?
        var items: [AgendaItem]
    }

    var events: [CalendarEvent] {
        let groups = groups
        // The first day of a minute has its alarm. A later day of the same minute, such as that of a repotting of which one
        // is reminded three days before, is named there.
        let byAlarm = Dictionary(groups.map { ($0.alarm, $0.day) }, uniquingKeysWith: min)
        return groups.map { group in
            guard view.home.groupsReminders else { return event(group, ringing: group.alarm == nil ? [] : group.items) }
            let isFirst = group.alarm != nil && byAlarm[group.alarm] == group.day
            return event(group, ringing: isFirst ? groups.filter { $0.alarm == group.alarm }.flatMap(\.items) : [])
        }
    }

    /// Sorted by day, then by alarm.
    private var groups: [Group] {
        struct Key: Hashable {
            let day: LocalDay
            let alarm: Date?
            /// The occurrence alone, if the household wants a notice for each chore.
            let single: AgendaItem?
        }
        let isGrouped = view.home.groupsReminders
        let byKey = Dictionary(grouping: view.items) {
            Key(day: day(of: $0), alarm: alarm(of: $0), single: isGrouped ? nil : $0)
        }
        return byKey.map { Group(day: $0.day, alarm: $0.alarm, items: $1) }
            .sorted { ($0.day, $0.alarm ?? .distantPast) < ($1.day, $1.alarm ?? .distantPast) }
    }

    private func day(of item: AgendaItem) -> LocalDay {
        let day = max(item.day, item.isNext ? view.clock.day : item.day)
        return item.status == .snoozed ? max(day, view.clock.zone.day(at: item.remindAt)) : day
    }

    /// To the minute; nil if the household has switched reminders off.
    private func alarm(of item: AgendaItem) -> Date? {
        guard view.home.reminds else { return nil }
        return Date(timeIntervalSince1970: (item.remindAt.timeIntervalSince1970 / 60).rounded(.down) * 60)
    }

    private func event(_ group: Group, ringing: [AgendaItem]) -> CalendarEvent {
        let isOne = group.items.count == 1
        let plants = Set(group.items.map { $0.plant?.id })
        let path = (plants.count == 1 ? plants.first.flatMap(\.self) : nil).map { "/plants/\($0)" } ?? "/"
        return CalendarEvent(
            uid: identifier(group), time: .allDay(group.day), summary: title(group.items, on: group.day),
            description: isOne ? group.items.first.flatMap(about) : group.items.map(line).joined(separator: "\n"),
            url: address.map { $0 + path },
            categories: Chore.Kind.allCases.filter { kind in group.items.contains { $0.chore.kind == kind } }
                .map(\.rawValue),
            alarm: ringing.isEmpty ? nil : group.alarm,
            alarmText: ringing.count > 1
                ? ([title(ringing, on: group.day)] + ringing.map(line)).joined(separator: "\n") : nil,
            sequence: 0, modified: view.clock.instant)
    }

    /// A single chore keeps its identifier when it is overdue and moves to another day. The identifier of several is that
    /// of their day, so that it stays when one of them is done or renamed.
    private func identifier(_ group: Group) -> String {
        if let item = group.items.first, group.items.count == 1 { return "\(item.chore.id)-\(item.due)@\(host)" }
        var name = "tasks-\(group.day)"
        if let alarm = group.alarm {
            let (day, time) = view.clock.zone.clock(at: alarm)
            if day != group.day { name += "-from-\(day)" }
            if group.items.allSatisfy({
                $0.status == .snoozed || view.home.reminders.ownTime($0.plant?.preferredTime) != nil
            }) {
                name += "-at-\(time.second / 60)"
            }
        }
        return "\(name)@\(host)"
    }

    private func title(_ items: [AgendaItem], on day: LocalDay) -> String {
        let chores = items.map { item in
            Reminder.Subject.chore(
                DueChore(
                    chore: item.chore.id, kind: item.chore.kind, title: item.chore.title,
                    plant: item.plant?.id.rawValue, plantName: item.plant?.name, due: item.due, day: item.day))
        }
        let at = view.clock.instant
        let reminder = Reminder(key: .init(rawValue: ""), sort: .chores, at: at, until: at, subjects: chores)
        return NoticeText(reminder, preferences: view.home.reminders, today: day).title
    }

    private func about(_ item: AgendaItem) -> String? {
        var words = item.plant?.scientificName.map { [$0] } ?? []
        if let note = item.chore.note { words.append(note) }
        if let room = item.plant?.room { words.append(room) }
        if item.status == .overdue {
            let day = item.day.description
            words.append(localized("Due since \(day, "day")"))
        }
        return words.isEmpty ? nil : words.joined(separator: "\n")
    }

    /// A line such as "Water Fern, Hall, due since 2026-11-21".
    private func line(_ item: AgendaItem) -> String {
        var words = [title([item], on: item.day)]
        if let note = item.chore.note { words.append(note) }
        if let room = item.plant?.room { words.append(room) }
        let date = item.day.description
        if item.status == .overdue {
            words.append(localized("due since \(date, "day")"))
        } else if day(of: item) > view.clock.day, alarm(of: item).map(view.clock.zone.day(at:)) != day(of: item) {
            words.append(localized("due on \(date, "day")"))
        }
        return words.joined(separator: ", ")
    }
}
