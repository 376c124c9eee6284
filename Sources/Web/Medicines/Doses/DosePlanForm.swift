import Calendar
import Directions
import Documents
import Doses
import Foundation

/// The form with the answers to a plan's questions; pure. Field names contain the index of the clause or the step:
/// "times.0.1", "end.0".
enum DosePlanForm {
    static func answers(_ form: [String: String], zone: Zone) -> DosePlan.Answers {
        var answers = DosePlan.Answers()
        for (name, text) in form.sorted(by: { $0.key < $1.key }) where !text.isEmpty {
            let parts = name.split(separator: ".").map(String.init)
            guard parts.count >= 2, let place = Int(parts[1]), 0..<100 ~= place else { continue }
            switch parts[0] {
            case "times": if let time = LocalTime(text) { answers.times[place, default: []].append(time) }
            case "weekday":
                if parts.count == 3, let day = Direction.Day(rawValue: parts[2]) {
                    answers.weekdays[place, default: []].append(day)
                }
            case "interval": answers.intervals[place] = Int(text)
            case "length": answers.lengths[place] = Int(text)
            case "end": answers.ends[place] = end(text, day: form["end-day.\(place)"])
            case "first-day": answers.firsts[place] = first(text, form["first-time.\(place)"], zone)
            case "start-day":
                if let day = LocalDay(text), let time = form["start-time.\(place)"].flatMap({ LocalTime($0) }) {
                    answers.starts[place] = DosePoint(day, time)
                }
            case "rest": if text == "yes" { answers.rests.insert(place) }
            default: continue
            }
        }
        for place in answers.times.keys { answers.times[place]?.sort() }
        for place in answers.weekdays.keys {
            answers.weekdays[place]?.sort {
                Direction.Day.allCases.firstIndex(of: $0) ?? 0 < Direction.Day.allCases.firstIndex(of: $1) ?? 0
            }
        }
        if let repeats = form["repeats"] { answers.repeats = repeats == "yes" ? true : repeats == "no" ? false : nil }
        answers.repeatsUntil = form["repeats-end"].flatMap { end($0, day: form["repeats-day"]) }
        return answers
    }

    private static func end(_ text: String, day: String?) -> DosePlan.Answers.End? {
        switch text {
        case "open": .open
        case "gone": .untilGone
        case "day": day.flatMap { LocalDay($0) }.map { .lastDay($0) }
        default: nil
        }
    }

    private static func first(_ day: String, _ time: String?, _ zone: Zone) -> DosePlan.Answers.First? {
        guard let day = LocalDay(day), let time = time.flatMap({ LocalTime($0) }) else { return nil }
        return .init(at: zone.instant(of: day, at: time))
    }

    /// Returns the answers whose doses are shown, as the value of a form field.
    static func text(_ answers: DosePlan.Answers) -> String {
        (try? JSONEncoder.documents.encode(answers)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Returns true if the doses of these answers were shown on the page that contained the form.
    static func wereShown(_ answers: DosePlan.Answers, in form: [String: String]) -> Bool {
        guard let shown = form["shown"],
            let seen = try? JSONDecoder().decode(DosePlan.Answers.self, from: Data(shown.utf8))
        else { return false }
        return seen == answers
    }
}
