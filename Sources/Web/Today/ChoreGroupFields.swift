/// Chores under one heading, as chores.mustache shows them.
struct ChoreGroupFields: TemplateFields {
    let groupId: String
    let heading: String
    let groupCount: String
    let isMore: Bool
    let moreCount: String
    let chores: [ChoreRow.Fields]
}

/// The button that notes all due waterings.
struct WaterAllFields: TemplateFields {
    let count: String
    let action: String
    /// Only the plants of this room; all if empty.
    var inRoom: String?
}
