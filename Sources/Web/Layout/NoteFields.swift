import Household

/// The reason why a form was refused, above the form.
struct RefusalFields: TemplateFields {
    let title: String
    let detail: String
    let hint: String
    /// The name of the form field that was refused.
    let field: String?

    init(_ problem: Problem) {
        title = problem.title
        field = problem.field
        // The page calls a setting as the label of its field does, not by its key.
        let label = problem.field.flatMap(Home.Setting.init)?.label
        detail = label.map { problem.detail.replacing(problem.field ?? "", with: "“\($0)”") } ?? problem.detail
        hint = problem.hint ?? ""
    }
}

/// A text in a section of the template.
struct WordsFields: TemplateFields {
    let words: String
}
