/// An option of a select element or a radio group.
struct OptionFields: TemplateFields {
    let value: String
    let word: String
    var chosen = false
}
