/// The fields of chores.mustache: chores under one heading.
struct ChoreGroupFields: TemplateFields {
    let groupId: String
    let heading: String
    let groupCount: String
    let isMore: Bool
    let moreCount: String
    let chores: [ChoreRow.Fields]
}

/// The button that logs all due waterings as done.
struct WaterAllFields: TemplateFields {
    let count: String
    let action: String
    /// If not empty, only the plants in this room are included.
    var inRoom: String?
}
