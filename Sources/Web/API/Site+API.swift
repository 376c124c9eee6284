extension Site {
    /// The description of the API for programs.
    static let openAPI = "/openapi.json"
    /// The description of the API for people.
    static let apiReference = "/about/api"
}
