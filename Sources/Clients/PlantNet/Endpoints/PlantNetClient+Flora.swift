import Foundation
import HTTPTransport
import HTTPTypes

extension PlantNetClient {
    /// Returns the floras. Costs nothing. `GET /v2/projects`.
    ///
    /// - Parameters:
    ///   - language: the language of titles and descriptions.
    ///   - type: the generation of floras.
    ///   - place: returns only floras that match this place, best match first.
    /// - Returns: the floras.
    /// - Throws: ``PlantNetError``.
    public func projects(
        language: String? = nil, type: ProjectType? = nil, near place: PlantNetPlace? = nil
    ) async throws -> PlantNetReply<[Project]> {
        try Rule.check(language: language)
        var query = QueryItems()
        query.add("lang", language)
        query.add("type", type?.rawValue)
        if let place {
            try Rule.check(place: place)
            query.add("lat", Self.degrees(place.latitude))
            query.add("lon", Self.degrees(place.longitude))
        }
        return try await send(APICall(path: "/v2/projects", query: query), as: WholeList<Project>.self).map(\.elements)
    }

    /// Returns the species that the service knows. Costs nothing. `GET /v2/species`,
    /// `GET /v2/projects/{project}/species`.
    ///
    /// - Parameters:
    ///   - project: returns only species of this flora.
    ///   - language: the language of the common names.
    ///   - type: the generation of floras.
    ///   - prefix: returns only names with this prefix.
    ///   - page: the page; nil for the whole list, which is larger than 6 MB.
    /// - Returns: the species of that page.
    /// - Throws: ``PlantNetError``.
    public func species(
        in project: String? = nil, language: String? = nil, type: ProjectType? = nil, prefix: String? = nil,
        page: PlantNetPage? = PlantNetPage()
    ) async throws -> PlantNetReply<[ListedSpecies]> {
        if let project { try Rule.check(project: project) }
        try Rule.check(language: language)
        try Rule.check(page: page)
        if let prefix { try Rule.check(name: prefix) }
        var query = QueryItems()
        query.add("lang", language)
        query.add("type", type?.rawValue)
        query.add("prefix", prefix)
        query.add("pageSize", page?.size)
        query.add("page", page?.number)
        let path = project.map { "/v2/projects/\($0)/species" } ?? "/v2/species"
        let limit = page == nil ? 64 * 1024 * 1024 : 16 * 1024 * 1024
        return try await send(
            APICall(path: path, query: query, responseLimit: limit), as: WholeList<ListedSpecies>.self
        ).map(\.elements)
    }

    /// Returns the service's names for a species, which join its results with other sources. Costs nothing.
    ///
    /// `GET /v2/species/align`. Throws ``PlantNetError/Code/notFound`` or ``PlantNetError/Code/nothingFound`` if the
    /// service does not know the name.
    public func align(name: String) async throws -> PlantNetReply<AlignedName> {
        try Rule.check(name: name)
        var query = QueryItems()
        query.add("name", name)
        return try await send(APICall(path: "/v2/species/align", query: query))
    }

    /// Returns the languages of common names, for example `en`. Costs nothing. `GET /v2/languages`.
    public func languages() async throws -> PlantNetReply<[String]> {
        try await send(APICall(path: "/v2/languages"), as: WholeList<String>.self).map(\.elements)
    }

    /// Six decimal places, without an exponent.
    private static func degrees(_ value: Double) -> String {
        String(format: "%.6f", value)
    }
}
