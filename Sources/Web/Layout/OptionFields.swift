import Messages

/// An option of a select element or a radio group.
struct OptionFields: TemplateFields {
    let value: String
    let word: String
    var chosen = false

    /// The options of a field. `values` have words by value; `usual` are those of the empty value, if there is one.
    static func choices(
        _ values: KeyValuePairs<String, String>, chosen: String, usual: String? = nil
    ) -> [OptionFields] {
        (usual.map { [OptionFields(value: "", word: $0, chosen: chosen.isEmpty)] } ?? [])
            + values.map { OptionFields(value: $0.key, word: $0.value, chosen: $0.key == chosen) }
    }
}

/// The ways of writing times, weeks and units, by their value in the settings.
enum HabitWording {
    static var clocks: KeyValuePairs<String, String> {
        [
            LocalHabits.Clock.hours24.rawValue: localized("24 hours: 20:05"),
            LocalHabits.Clock.hours12.rawValue: localized("12 hours: 8:05 pm"),
        ]
    }

    static var weekStarts: KeyValuePairs<String, String> {
        func day(_ start: LocalHabits.WeekStart) -> String { LocalDate.weekdayName(start.weekday) }
        return [
            LocalHabits.WeekStart.monday.rawValue: day(.monday),
            LocalHabits.WeekStart.saturday.rawValue: day(.saturday),
            LocalHabits.WeekStart.sunday.rawValue: day(.sunday),
        ]
    }

    static var measures: KeyValuePairs<String, String> {
        [
            LocalHabits.Measures.metric.rawValue: localized("Metric: °C, cm, litres"),
            LocalHabits.Measures.imperial.rawValue: localized("Imperial: °F, inches, gallons"),
        ]
    }
}
