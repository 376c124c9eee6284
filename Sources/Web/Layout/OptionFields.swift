/// One of the values of a select or of radio buttons.
struct OptionFields: TemplateFields {
    let value: String
    let word: String
    var chosen = false
}
