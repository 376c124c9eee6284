import Foundation

/// All calls except identification: projects, species, languages, diseases, quota.
extension PlantNetStub {
    /// The regions of the fixture's floras, best first for a place in several regions.
    private static let places: [(project: String, latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>)] = [
        ("k-middle-europe", 45...55, 5...25),
        ("k-southwestern-europe", 36...51, -10...9),
        ("k-southeastern-europe", 34...50, 6...30),
        ("k-northern-europe", 49...72, -25...32),
        ("k-eastern-canada", 41...63, -95 ... -52),
        ("k-northeastern-u-s-a", 36...48, -91 ... -66),
        ("k-australia", -44 ... -10, 112...154),
        ("alpes-maritimes", 43.4...44.4, 6.6...7.8),
    ]

    /// The earlier names, valid only with `type=legacy`.
    private static let legacyProjects: Set = ["weurope", "canada", "namerica", "useful", "weeds"]

    var languages: [String] { fixture("languages")?.elements.compactMap(\.string) ?? [] }

    func projectIdentifiers(legacy: Bool) -> Set<String> {
        if legacy { return Self.legacyProjects }
        return Set((fixture("projects")?.elements ?? []).compactMap { $0["id"]?.string })
    }

    /// A file of the folder, in a language if that exists. Read each time, because it is small.
    func fixture(_ name: String, language: String = "en") -> StubJSON? {
        for path in ["\(fixtures)/\(name).\(language).json", "\(fixtures)/\(name).json"] {
            if let data = FileManager.default.contents(atPath: path) { return try? StubJSON([UInt8](data)) }
        }
        return nil
    }

    func catalogue(_ request: StubRequest, _ steps: [String]) -> StubReply {
        switch steps {
        case ["languages"], ["diseases"]:
            return whole(steps[0], request)
        case ["projects"]:
            return projects(request)
        case ["species"]:
            return species(request)
        case ["species", "align"]:
            return align(request)
        case ["quota"]:
            let body: StubJSON = ["quota": ["identify": .int(self.dailyQuota)]]
            return .json(body.bytes)
        case ["quota", "daily"]:
            return daily(request)
        case ["quota", "history"], ["subscription"]:
            return Self.failure(403, "Forbidden")
        default:
            guard steps.count == 3, steps[0] == "projects", steps[2] == "species" else {
                return Self.failure(404, "Not Found")
            }
            guard projectIdentifiers(legacy: request.query("type") == "legacy").contains(steps[1]) else {
                return Self.failure(404, "Unknown project: \(steps[1])")
            }
            return species(request)
        }
    }

    private func whole(_ name: String, _ request: StubRequest) -> StubReply {
        guard let body = fixture(name, language: request.query("lang") ?? "en") else {
            return Self.failure(500, "no fixture \(name).json in \(fixtures)")
        }
        return .json(body.bytes)
    }

    private func projects(_ request: StubRequest) -> StubReply {
        guard request.query("type") != "legacy" else {
            let old = Self.legacyProjects.sorted().map { name -> StubJSON in
                ["id": .string(name), "title": .string(name), "speciesCount": 1_000]
            }
            return .json(StubJSON.array(old).bytes)
        }
        guard let latitude = request.query("lat"), let longitude = request.query("lon") else {
            return whole("projects", request)
        }
        guard let latitude = Double(latitude), let longitude = Double(longitude), abs(latitude) <= 90,
            abs(longitude) <= 180
        else { return Self.failure(400, "Bad lat or lon") }
        let all = fixture("projects", language: request.query("lang") ?? "en")?.elements ?? []
        let near = Self.places.filter { $0.latitudes.contains(latitude) && $0.longitudes.contains(longitude) }
        let found = near.compactMap { place in all.first { $0["id"]?.string == place.project } }
        return .json(StubJSON.array(found).bytes)
    }

    private func species(_ request: StubRequest) -> StubReply {
        var list = fixture("species", language: request.query("lang") ?? "en")?.elements ?? []
        if let prefix = request.query("prefix")?.lowercased() {
            list = list.filter { $0["scientificNameWithoutAuthor"]?.string?.lowercased().hasPrefix(prefix) == true }
        }
        switch (request.query("pageSize"), request.query("page")) {
        case (nil, nil):
            return .json(StubJSON.array(list).bytes)
        case (let size?, let page?):
            guard let size = Int(size), let page = Int(page), (1...10_000).contains(size),
                (1...1_000_000).contains(page)
            else { return Self.failure(400, "Bad pageSize or page") }
            return .json(StubJSON.array(Array(list.dropFirst((page - 1) * size).prefix(size))).bytes)
        default:
            return Self.failure(400, "pageSize and page must be used together")
        }
    }

    private func align(_ request: StubRequest) -> StubReply {
        guard let name = request.query("name"), !name.isEmpty else { return Self.failure(400, "Bad name") }
        // An author may follow the name.
        let known = (fixture("align")?.elements ?? []).first { entry in
            guard let matching = entry["matchingName"]?.string?.lowercased() else { return false }
            let binomial = matching.split(separator: " ").prefix(2).joined(separator: " ")
            return name.lowercased() == matching || (name.lowercased() + " ").hasPrefix(binomial + " ")
        }
        guard var found = known else { return Self.failure(404, "Species not found") }
        found["searchedName"] = .string(name)
        return .json(found.bytes)
    }

    private func daily(_ request: StubRequest) -> StubReply {
        let today = Date().formatted(.iso8601.year().month().day())
        let day = request.query("day") ?? today
        guard day.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) != nil else { return Self.failure(400, "Bad day") }
        let used = day == today ? creditsUsed : 0
        let total = self.dailyQuota
        let identify: StubJSON = ["count": .int(used), "total": .int(total), "remaining": .int(max(0, total - used))]
        let body: StubJSON = ["day": .string(day), "quota": ["identify": identify]]
        return .json(body.bytes)
    }
}
