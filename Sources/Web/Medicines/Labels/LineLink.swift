/// A link to a line of a label, as medicine-lines.mustache shows it.
struct LineLink: TemplateFields {
    let lineHref: String
    let lineNumber: String
}

/// The piece of a photograph in which a value stands, as medicine-crop.mustache shows it.
struct LabelCrop: TemplateFields {
    let viewBox: String
    let cropSrc: String
    let cropWidth: String
    let cropHeight: String
}
