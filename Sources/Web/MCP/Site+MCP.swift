extension Site {
    /// The tools of assistants (Model Context Protocol).
    static let mcp = "/mcp"
}
