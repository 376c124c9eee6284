import Foundation

extension PlantNetStub {
    /// A canned answer: the file with this name in Tests/Fixtures/PlantNet. The request's values (project, images,
    /// organs, language) and the remaining quota replace the file's values for those keys.
    package enum Answer: String, Sendable, CaseIterable {
        /// One clear species, Rosa canina.
        case rose
        /// Two species with similar scores, so that neither is a result.
        case unsure
        /// A section instead of a species, without a GBIF entry.
        case section
        /// A clear species whose `gbif` is null.
        case nullGbif = "null-gbif"
        /// 404 "Species not found"; with `no-reject=true`, a list with very low scores.
        case notAPlant = "not-a-plant"
        /// Results with pictures if `include-related-images=true`.
        case relatedImages = "related-images"
        /// Only the required members.
        case sparse
        /// A response of 2020: scores up to 100, no `scientificName`.
        case percentScores = "percent-scores"

        /// The answer by the file's name or the case's name.
        package init?(named name: String) {
            guard let found = Self.allCases.first(where: { $0.rawValue == name || "\($0)" == name }) else { return nil }
            self = found
        }
    }

    /// The parameters of a valid identification.
    private struct Question {
        var project: String
        var images: [String] = []
        var filenames: [String?] = []
        var organs: [String] = []
        var language: String
        var results: Int
        var relatedImages: Bool
        var noReject: Bool
        var type: StubJSON
    }

    private struct Refusal: Error {
        let status: Int
        let message: String
        /// A bad request costs a credit, too.
        var costs: Bool { status == 400 }
    }

    private static let organs: Set = ["auto", "leaf", "flower", "fruit", "bark"]
    /// Organs that are accepted only together with another one.
    private static let secondaryOrgans: Set = ["habit", "other"]
    private static let longestTarget = 8_192

    /// /v2/identify/{project} and /v2/diseases/identify.
    func identify(_ request: StubRequest, _ steps: [String]) -> StubReply {
        let diseases = steps[1] == "diseases"
        guard request.method == "POST" || (request.method == "GET" && !diseases) else {
            return Self.failure(404, "Not Found")
        }
        guard request.query("api-key") == key else { return Self.failure(401, "Unauthorized") }
        do {
            let question = try question(request, project: diseases ? nil : steps[2])
            guard let left = spend() else { return exhausted(headers: rateLimit(left: 0)) }
            return diseases ? diseased(left: left) : plants(question, request, left: left)
        } catch let refusal as Refusal {
            guard refusal.costs else { return Self.failure(refusal.status, refusal.message) }
            guard let left = spend() else { return exhausted(headers: rateLimit(left: 0)) }
            return Self.failure(refusal.status, refusal.message, headers: rateLimit(left: left))
        } catch {
            return Self.failure(500, "\(error)")
        }
    }

    private func question(_ request: StubRequest, project: String?) throws -> Question {
        let type = request.query("type")
        guard [nil, "kt", "legacy"].contains(type) else { throw Refusal(status: 400, message: "Bad type") }
        if let project, project != "all", !projectIdentifiers(legacy: type == "legacy").contains(project) {
            throw Refusal(status: 404, message: "Unknown project: \(project)")
        }
        func flag(_ name: String) throws -> Bool {
            guard let text = request.query(name) else { return false }
            guard let truth = Bool(text) else { throw Refusal(status: 400, message: "Bad \(name)") }
            return truth
        }
        guard let results = Int(request.query("nb-results") ?? "10"), results >= 1 else {
            throw Refusal(status: 400, message: "Bad nb-results")
        }
        let language = request.query("lang") ?? "en"
        guard languages.contains(language) else { throw Refusal(status: 400, message: "Bad lang") }
        var question = Question(
            project: project ?? "all", language: language, results: results,
            relatedImages: try flag("include-related-images"), noReject: try flag("no-reject"),
            type: type.map { .string($0) } ?? .null)
        try request.method == "GET" ? addresses(request, to: &question) : pictures(request, to: &question)
        return question
    }

    private func addresses(_ request: StubRequest, to question: inout Question) throws {
        guard request.target.utf8.count <= Self.longestTarget else {
            throw Refusal(status: 414, message: "URI Too Long")
        }
        question.images = request.queries("images")
        question.filenames = question.images.map { _ in nil }
        guard question.images.allSatisfy({ $0.hasPrefix("https://") || $0.hasPrefix("http://") }) else {
            throw Refusal(status: 400, message: "images must be addresses")
        }
        try check(organs: request.queries("organs"), of: &question)
    }

    private func pictures(_ request: StubRequest, to question: inout Question) throws {
        guard request.header("content-type")?.lowercased().hasPrefix("multipart/form-data") == true else {
            throw Refusal(status: 415, message: "Unsupported Media Type")
        }
        let parts = request.parts("images")
        guard parts.reduce(0, { $0 + $1.bytes.count }) <= self.largestUpload else {
            throw Refusal(status: 413, message: "Payload Too Large")
        }
        // Other names, including "include-related-images", are silently ignored, as by the real service.
        if let odd = request.parts.first(where: { $0.name.hasPrefix("organs[") || $0.name.hasPrefix("images[") }) {
            throw Refusal(status: 400, message: "\"\(odd.name)\" is not allowed")
        }
        for (place, part) in parts.enumerated() {
            guard part.filename?.isEmpty == false else {
                throw Refusal(status: 400, message: "images[\(place)] has no file name")
            }
            guard Self.isPicture(part) else {
                throw Refusal(status: 400, message: "Unsupported file type for image[\(place)] (jpeg or png)")
            }
        }
        question.images = parts.map { Self.mark($0.bytes) }
        question.filenames = parts.map(\.filename)
        try check(organs: request.parts("organs").map(\.text), of: &question)
    }

    private func check(organs: [String], of question: inout Question) throws {
        guard (1...5).contains(question.images.count) else {
            throw Refusal(status: 400, message: "images must contain 1 to 5 items")
        }
        guard organs.isEmpty || organs.count == question.images.count else {
            throw Refusal(status: 400, message: "organs and images must have the same length")
        }
        guard organs.allSatisfy({ Self.organs.contains($0) || Self.secondaryOrgans.contains($0) }),
            organs.isEmpty || organs.contains(where: Self.organs.contains)
        else { throw Refusal(status: 400, message: "Bad organs") }
        question.organs = organs.isEmpty ? question.images.map { _ in "auto" } : organs
    }

    private static func isPicture(_ part: StubRequest.Part) -> Bool {
        let type = part.contentType?.lowercased()
        return (type == "image/jpeg" && part.bytes.has([0xFF, 0xD8, 0xFF], at: 0))
            || (type == "image/png" && part.bytes.has([0x89, 0x50, 0x4E, 0x47], at: 0))
    }

    /// The service's name of a picture: 32 hexadecimal digits, equal for equal bytes.
    private static func mark(_ bytes: [UInt8]) -> String {
        var sum: UInt64 = 14_695_981_039_346_656_037
        // Reads only some bytes of a large picture, because this runs without optimisation.
        for place in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 4_096)) {
            sum = (sum ^ UInt64(bytes[place])) &* 1_099_511_628_211
        }
        let text = String(sum ^ UInt64(bytes.count), radix: 16)
        return String(repeating: "0", count: 32 - text.count) + text
    }

    // MARK: - Answers

    private func plants(_ question: Question, _ request: StubRequest, left: Int) -> StubReply {
        let uploads = request.parts("images").map(\.bytes)
        let answer =
            self.answersForUploads.first { special in uploads.contains { $0.offset(of: special.bytes) != nil } }?.answer
            ?? self.answer
        if answer == .notAPlant, !question.noReject {
            return Self.failure(404, "Species not found", headers: rateLimit(left: left))
        }
        guard var body = fixture(answer.rawValue, language: question.language) else {
            return Self.failure(500, "no fixture \(answer.rawValue).json in \(fixtures)")
        }
        body["query"] = body["query"].map { asked($0, question) }
        if case .array(let predicted)? = body["predictedOrgans"] {
            body["predictedOrgans"] = .array(predictions(question, like: predicted))
        }
        put(.string(question.language), at: "language", in: &body)
        let referential = question.project == "all" ? "k-world-flora" : question.project
        put(.string(referential), at: "preferedReferential", in: &body)
        put(.int(left), at: "remainingIdentificationRequests", in: &body)
        body["results"] = .array(
            (body["results"]?.elements ?? []).prefix(question.results).map { result in
                var result = result
                if !question.relatedImages { result["images"] = nil }
                return result
            })
        return .json(body.bytes, headers: rateLimit(left: left))
    }

    private func asked(_ query: StubJSON, _ question: Question) -> StubJSON {
        var query = query
        put(.string(question.project), at: "project", in: &query)
        put(.array(question.images.map { .string($0) }), at: "images", in: &query)
        put(.array(question.organs.map { .string($0) }), at: "organs", in: &query)
        put(.bool(question.relatedImages), at: "includeRelatedImages", in: &query)
        put(.bool(question.noReject), at: "noReject", in: &query)
        put(question.type, at: "type", in: &query)
        return query
    }

    /// One prediction per picture. The organ is the file's, because the service prefers the recognised organ to the
    /// requested one.
    private func predictions(_ question: Question, like examples: [StubJSON]) -> [StubJSON] {
        question.images.indices.compactMap { place in
            guard !examples.isEmpty else { return nil }
            var prediction = examples[place % examples.count]
            prediction["image"] = .string(question.images[place])
            prediction["filename"] = question.filenames[place].map { .string($0) }
            return prediction
        }
    }

    private func diseased(left: Int) -> StubReply {
        guard var body = fixture("diseases-identify") else { return Self.failure(500, "no fixture of diseases") }
        put(.int(left), at: "remainingIdentificationRequests", in: &body)
        return .json(body.bytes, headers: rateLimit(left: left))
    }

    private func put(_ value: StubJSON, at key: String, in body: inout StubJSON) {
        if body[key] != nil { body[key] = value }
    }
}
