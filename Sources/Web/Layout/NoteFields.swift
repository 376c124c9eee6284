/// The reason why a form was refused, above the form.
struct RefusalFields: TemplateFields {
    let title: String
    let detail: String
    let hint: String

    init(_ problem: Problem) {
        title = problem.title
        detail = problem.detail
        hint = problem.hint ?? ""
    }
}

/// A text in a section of the template.
struct WordsFields: TemplateFields {
    let words: String
}
