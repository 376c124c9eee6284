import Agenda
import Calendar
import Household
import Messages

/// The fields of the settings page "Holidays"; pure.
struct HolidaysModel {
    let home: Home
    let clock: WallClock
    /// The days of a form that was refused.
    var typed: [String: String] = [:]

    /// Throws `dayRefused` if a day is missing or invalid, and `rangeRefused` if the last day is before the first.
    static func pause(_ form: [String: String]) throws -> Pause {
        guard let first = form["first"].flatMap({ LocalDay($0) }), let last = form["last"].flatMap({ LocalDay($0) })
        else {
            throw HouseholdError(.dayRefused, localized("Choose the first and the last day of the holiday."))
        }
        guard let pause = Pause(from: first, through: last) else {
            throw HouseholdError(
                .rangeRefused, localized("The last day is before the first."), hint: localized("Choose other days."))
        }
        return pause
    }

    /// The planned holiday; nil without one, and after its end.
    private var pause: Pause? { home.pause.flatMap { clock.day <= $0.last ? $0 : nil } }

    /// A sentence about the holiday, also if there is none.
    var words: String { awayWords ?? localized("No holiday is planned.") }

    private var awayWords: String? {
        pause.map {
            localized(
                """
                You are away from \(Wording.date($0.first), "first") to \(Wording.date($0.last), "last"). Tasks \
                wait until the day after.
                """)
        }
    }

    var context: Fields {
        Fields(
            pauseAction: Site.settingsPause, first: typed["first"] ?? home.pause?.first.description ?? "",
            last: typed["last"] ?? home.pause?.last.description ?? "", today: clock.day.description,
            away: awayWords.map { WordsFields(words: $0) })
    }

    /// The fields of holidays.mustache.
    struct Fields: SharedFields {
        let pauseAction: String
        let first: String
        let last: String
        let today: String
        let away: WordsFields?
    }

    /// Returns the message about the form.
    static func note(_ name: String?) -> String? {
        switch name {
        case "away": localized("Saved. No task is due while you are away.")
        case "back": localized("Welcome back. Your tasks are due again.")
        default: nil
        }
    }
}
