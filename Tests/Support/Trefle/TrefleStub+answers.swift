import Foundation

extension TrefleStub {
    typealias Headers = [(name: String, value: String)]

    private static let pageSize = 20

    // MARK: - Many species

    /// Every word must be a word, or the beginning of a word, in the name, a synonym or the common name.
    func search(_ request: StubRequest, _ settings: Settings, _ headers: Headers) -> StubReply {
        guard let text = request.query("q"), !text.isEmpty else {
            return Self.failure(422, "param is missing or the value is empty: q", headers)
        }
        let wanted = Self.words(text)
        let found = Plant.all.filter { plant in
            let words = Self.words(([plant.name, plant.commonName ?? ""] + plant.synonyms).joined(separator: " "))
            return wanted.allSatisfy { start in words.contains { $0.hasPrefix(start) } }
        }
        return page(of: found, request, settings, size: request.query("limit").flatMap { Int($0) }, headers)
    }

    /// Supports `filter[scientific_name]=a,b`: one of these names; case does not matter. Other filters are silently
    /// ignored.
    func list(_ request: StubRequest, _ settings: Settings, _ headers: Headers) -> StubReply {
        let names = request.query("filter[scientific_name]")?.lowercased().split(separator: ",").map(String.init)
        let found = Plant.all.filter { names?.contains($0.name.lowercased()) ?? true }
        return page(of: found, request, settings, size: nil, headers)
    }

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && $0 != "-" }.map(String.init)
    }

    private func page(
        of plants: [Plant], _ request: StubRequest, _ settings: Settings, size: Int?, _ headers: Headers
    ) -> StubReply {
        let size = max(1, size ?? Self.pageSize)
        let last = max(1, (plants.count + size - 1) / size)
        let number = request.query("page").flatMap { Int($0) } ?? 1
        guard (1...last).contains(number) else {
            return Self.failure(404, "expected :page in 1..\(last); got \(number)", headers)
        }
        func link(_ page: Int) -> StubJSON { .string("\(request.path)?page=\(page)") }
        var links: StubJSON = ["self": link(number), "first": link(1), "last": link(last)]
        if number < last { links = links.with("next", link(number + 1)) }
        if number > 1 { links = links.with("prev", link(number - 1)) }
        let items = plants.dropFirst((number - 1) * size).prefix(size).map { $0.summary(slug: slug(of: $0, settings)) }
        let body: StubJSON = ["data": .array(items), "links": links, "meta": ["total": .int(plants.count)]]
        return .json(body.bytes, headers: headers)
    }

    // MARK: - One species

    func species(_ id: String, _ request: StubRequest, _ settings: Settings, _ headers: Headers) -> StubReply {
        let plant = Plant.all.first { plant in
            let slug = slug(of: plant, settings)
            return slug == id || slug == plant.slug && String(plant.number) == id
        }
        guard let plant else { return Self.failure(404, "can't find record: \"\(id)\"", headers) }
        let data = plant.detail(slug: slug(of: plant, settings), changed: settings.growth[plant.slug] ?? [:])
        let body = (["data": data, "meta": ["last_modified": .string(Plant.modified)]] as StubJSON).bytes
        let state: Headers = [
            ("ETag", Self.tag(of: body)), ("Last-Modified", Plant.lastModified),
            ("Cache-Control", "max-age=604800, private"),
        ]
        // RFC 9110 §13.1.3: the date is used only if no tag was sent.
        let isKnown =
            request.header("if-none-match").map { $0 == state[0].value }
            ?? (request.header("if-modified-since") == Plant.lastModified)
        return isKnown
            ? .answer(status: 304, headers: state + headers, body: []) : .json(body, headers: state + headers)
    }

    private func slug(of plant: Plant, _ settings: Settings) -> String { settings.moved[plant.slug] ?? plant.slug }

    /// The entity tag of a body.
    private static func tag(of body: [UInt8]) -> String {
        let sum = body.reduce(14_695_981_039_346_656_037 as UInt64) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        return "W/\"\(String(sum, radix: 16))\""
    }
}

extension StubJSON {
    func with(_ key: String, _ value: StubJSON?) -> StubJSON {
        var changed = self
        changed[key] = value
        return changed
    }
}
