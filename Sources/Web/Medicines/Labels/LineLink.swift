/// The fields of medicine-lines.mustache: a link to a line of a label.
struct LineLink: TemplateFields {
    let lineHref: String
    let lineNumber: String
}

/// The fields of medicine-crop.mustache: the part of a photograph that contains a value.
struct LabelCrop: TemplateFields {
    let viewBox: String
    let cropSrc: String
    let cropWidth: String
    let cropHeight: String
}
